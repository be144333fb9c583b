import { Bell, PackageOpen } from 'lucide-react'
import { useParams, useSearch } from 'wouter'
import { getCompletion } from '../../../../contract/bundle-completion.ts'
import { getContent, type PublicContent } from '../../../../contract/content.ts'
import { listMoreFromCreator } from '../../../../contract/creators.ts'
import { getInstance } from '../../../../contract/instance.ts'
import { getOwnedPurchase } from '../../../../contract/purchases.ts'
import { useApiQuery } from '../../../api/query.ts'
import { Island } from '../../../hydration/island.tsx'
import { categoryLabel, creatorName } from '../../../shared/content-format.ts'
import { ContentNotFound } from '../../../shared/content-not-found.tsx'
import { CreatorLink, MoreFromCreator } from '../../../shared/item-card.tsx'
import { accessSummary, waysText } from '../../../shared/parts-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { PageLoadError } from '../../../ui/error-state.tsx'
import { pluralize } from '../../../ui/format.ts'
import { BundleItems } from './bundle-items.tsx'
import { EnlargeableCover } from './enlargeable-cover.tsx'
import { ownerPriceInput } from './link-parameters.ts'
import { payCardIsland } from './pay-card.island.tsx'
import { payCardProps } from './pay-item.ts'
import { Countdown } from './release-notes.tsx'
import type { SamplePlayerProps } from './sample-player.island.tsx'
import { samplePlayerProps } from './sample-player-props.ts'
import { SupporterList } from './supporter-list.tsx'
import { TeaserView } from './teaser-view.tsx'
import { WhatsInside } from './whats-inside.tsx'

/** The tip page. Its pay card is an island, and without JavaScript its form still leads to the checkout. */
export function TipPage() {
  const { id = '' } = useParams()
  const { data: content, error } = useApiQuery(getContent, { params: { id } })

  if (content) return <TipPageContent content={content} />
  return error && error.status >= 500 ? <TipPageLoadError id={id} /> : <TipPageNotFound />
}

type TipPageContentProps = { content: PublicContent; isTestPurchase?: boolean }

export function TipPageContent({ content, isTestPurchase = false }: TipPageContentProps) {
  const query = new URLSearchParams(useSearch())
  const instance = useApiQuery(getInstance)
  const owned = useApiQuery(getOwnedPurchase, { params: { id: content.id }, enabled: !isTestPurchase })
  // Only the page of a viewer who owns some of a bundle is rendered with this response.
  const ownerPrice = useApiQuery(getCompletion, {
    ...ownerPriceInput({ params: { id: String(content.id) }, query }),
    enabled: false,
  })
  const ownedIds = owned.data?.purchase
    ? content.bundle?.items.map((item) => item.id)
    : ownerPrice.data?.completion?.ownedIds
  // Who owns it needs no sample of it.
  const ownsIt = Boolean(owned.data?.purchase)
  return (
    <article
      data-viewed-content={isTestPurchase ? undefined : content.id}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-7 pt-1 sm:pt-3 md:grid-cols-[minmax(0,1.1fr)_minmax(290px,.9fr)] md:grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,1.25fr)_minmax(0,.85fr)]"
    >
      <ContentHeader
        content={content}
        player={ownsIt ? undefined : samplePlayerProps(content)}
        canFollow={!isTestPurchase}
      />
      <Island
        island={payCardIsland}
        props={{
          ...payCardProps(content, { query, instance: instance.data }),
          isTestPurchase,
          owned: isTestPurchase ? null : (owned.data?.purchase ?? null),
        }}
      />
      <div className="grid min-w-0 content-start gap-8">
        {content.description && (
          <p className="max-w-[60ch] whitespace-pre-line text-ink-soft [overflow-wrap:anywhere]">
            {content.description}
          </p>
        )}
        {!ownsIt && <TeaserView content={content} />}
        {content.bundle ? (
          <BundleItems items={content.bundle.items} ownedIds={ownedIds ?? []} />
        ) : (
          <WhatsInside content={content} isOwned={ownsIt} />
        )}
        {content.supporters && <SupporterList supporters={content.supporters} />}
      </div>
      {!isTestPurchase && <MoreItems content={content} />}
    </article>
  )
}

function contentSummary(content: PublicContent): string {
  if (content.bundle) return pluralize(content.bundle.items.length, 'item')
  const [first, ...others] = content.parts
  return first && others.length === 0 ? accessSummary(first) : waysText(content.parts)
}

function MoreItems({ content }: { content: PublicContent }) {
  const more = useApiQuery(listMoreFromCreator, { params: { id: content.id } })
  if (!more.data) return null
  return (
    <div className="min-w-0 pt-4 md:col-span-2">
      <MoreFromCreator name={creatorName(content)} handle={content.user.handle} items={more.data.items} />
    </div>
  )
}

type ContentHeaderProps = {
  content: PublicContent
  player: SamplePlayerProps | undefined
  canFollow: boolean
}

function ContentHeader({ content, player, canFollow }: ContentHeaderProps) {
  const { handle } = content.user
  return (
    <header className="grid min-w-0 content-start gap-4 sm:gap-5">
      <EnlargeableCover content={content} player={player} />
      <p className="flex flex-wrap gap-2">
        <Badge>{content.bundle ? 'Bundle' : categoryLabel(content.category)}</Badge>
        <Badge tone="plain" className="[overflow-wrap:anywhere]">
          {contentSummary(content)}
        </Badge>
      </p>
      <h1 className="min-w-0 text-[clamp(1.9rem,1.4rem+2vw,2.75rem)] [overflow-wrap:anywhere]">
        {content.title}
      </h1>
      {content.release?.countdown && <Countdown countdown={content.release.countdown} />}
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0 flex-1">
          <CreatorLink content={content} />
        </div>
        {handle && canFollow && (
          <LinkButton variant="secondary" size="sm" href={`/@${handle}#follow`}>
            <Bell aria-hidden />
            <span>
              Follow<span className="sr-only"> {creatorName(content)}</span>
            </span>
          </LinkButton>
        )}
      </div>
    </header>
  )
}

export function TipPageNotFound() {
  return <ContentNotFound purchasePrompt="Already bought this?" />
}

/** The retry link keeps the input, which is in the URL after the form was submitted without JavaScript. */
export function TipPageLoadError({ id }: { id: string }) {
  const query = useSearch()
  const href = query ? `/p/${id}?${query}` : `/p/${id}`
  return <PageLoadError icon={<PackageOpen aria-hidden />} href={href} reassurance="you weren’t charged" />
}

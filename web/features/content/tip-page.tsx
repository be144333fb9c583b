import { PackageOpen } from 'lucide-react'
import { useParams, useSearch } from 'wouter'
import type { PublicContent } from '../../../contract/content.ts'
import { getContent } from '../../api/calls.ts'
import { useRead } from '../../api/hooks.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { categoryNames } from '../../ui/content-words.ts'
import { Cover } from '../../ui/cover.tsx'
import { MissingContent } from '../../ui/missing-content.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Unreachable } from '../../ui/unreachable.tsx'
import { askedOf } from './asked.ts'
import { BuyAgainDialog } from './buy-again-dialog.tsx'
import { PayBar } from './pay-bar.tsx'
import { PayCard } from './pay-card.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { Supporters } from './supporters.tsx'
import { accessText, creatorName } from './tip-words.ts'

/** What a creator shares. It ships no React: tip-island.ts makes it work, and without it the form leads to checkout all the same. */
export function TipPage() {
  const { id = '' } = useParams()
  const { data: content, error } = useRead(getContent, { params: { id } })

  if (content) return <Tip content={content} />
  return error && error.status >= 500 ? <TipUnreachable id={id} /> : <Missing />
}

export function Tip({ content, isTrial = false }: { content: PublicContent; isTrial?: boolean }) {
  const asked = askedOf(new URLSearchParams(useSearch()), content)
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-7 pt-1 sm:pt-3 md:grid-cols-[minmax(0,1.1fr)_minmax(290px,.9fr)] md:grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,1.25fr)_minmax(0,.85fr)]">
      <Intro content={content} />
      <PayCard content={content} asked={asked} isTrial={isTrial} />
      <div className="grid min-w-0 content-start gap-8">
        {content.description && (
          <p className="max-w-[60ch] whitespace-pre-line text-ink-soft [overflow-wrap:anywhere]">
            {content.description}
          </p>
        )}
        {content.supporters && <Supporters supporters={content.supporters} />}
        {!isTrial && (
          <TextLink
            plain
            href={`/report/${content.id}`}
            className="inline-grid min-h-11 content-center justify-self-start text-ink-faint text-sm hover:text-ink"
          >
            Report
            <span className="sr-only"> this item</span>
          </TextLink>
        )}
      </div>
      <PayBar content={content} asked={asked} />
      <BuyAgainDialog />
      <ShareDialog id={content.id} title={content.title} />
    </article>
  )
}

function Intro({ content }: { content: PublicContent }) {
  const creator = creatorName(content)
  return (
    <header className="grid min-w-0 content-start gap-4 sm:gap-5">
      <Cover
        of={content.id}
        image={content.previewImage}
        alt={`Preview of ${content.title}`}
        sizes="(min-width: 64rem) 600px, (min-width: 48rem) 55vw, 100vw"
        className="max-h-[400px] w-full max-sm:aspect-[2/1]"
      />
      <p className="flex flex-wrap gap-2">
        <Badge>{categoryNames[content.category]}</Badge>
        <Badge tone="plain" className="[overflow-wrap:anywhere]">
          {accessText(content)}
        </Badge>
      </p>
      <h1 className="min-w-0 text-[clamp(1.9rem,1.4rem+2vw,2.75rem)] [overflow-wrap:anywhere]">
        {content.title}
      </h1>
      {creator && (
        <p className="flex min-w-0 items-center gap-2.5">
          <Avatar name={creator} photo={content.user.photo} />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            by <b className="font-semibold">{creator}</b>
            {content.user.handle && <span className="text-ink-soft"> @{content.user.handle}</span>}
          </span>
        </p>
      )}
    </header>
  )
}

export function Missing() {
  return <MissingContent bought="Bought it before?" />
}

/** Trying again keeps what was typed, which the address has after a form was sent without JavaScript. */
export function TipUnreachable({ id }: { id: string }) {
  const query = useSearch()
  const href = query ? `/p/${id}?${query}` : `/p/${id}`
  return <Unreachable icon={<PackageOpen aria-hidden />} href={href} calm="nothing was charged" />
}

import { Check, X } from 'lucide-react'
import { dismissSetOffer } from '../../../../contract/access.ts'
import type { BundleSet, PurchaseAccess } from '../../../../contract/purchases.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { ContentCover } from '../../../shared/content-cover.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { IconTile } from '../../../ui/icon-tile.tsx'

/** Under what was bought: the rest of a bundle that it is in, or that the set is complete. Links and a form only. */
export function SetOffer({ purchase: { set, accessUrl } }: { purchase: PurchaseAccess }) {
  if (!set) return null
  return set.offer ? <Offer set={set} offer={set.offer} accessUrl={accessUrl} /> : <CompleteSet set={set} />
}

type OfferProps = { set: BundleSet; offer: NonNullable<BundleSet['offer']>; accessUrl: string }

function Offer({ set: { title, itemCount }, offer, accessUrl }: OfferProps) {
  const { ownedCount, price, currency, url, covers } = offer
  const [token] = accessUrl.split('/').slice(-1)
  return (
    <Card className="relative flex flex-wrap items-center gap-4 pr-14 print:hidden">
      <span aria-hidden className="flex flex-none">
        {covers.map((cover, index) => (
          <ContentCover
            // biome-ignore lint/suspicious/noArrayIndexKey: two items may have one title, and the list never changes
            key={index}
            pond={cover.pond}
            isThumb
            image={cover.previewImage}
            focus={cover.previewFocus}
            loading="lazy"
            sizes="44px"
            className={`aspect-square w-11 rounded-[12px] border-2 border-surface ${index > 0 ? '-ml-4' : ''}`}
          />
        ))}
      </span>
      <p className="min-w-[190px] flex-1 [overflow-wrap:anywhere]">
        <b className="font-semibold">{`You have ${ownedCount} of ${itemCount} of “${title}”`}</b>
        <br />
        <span className="text-ink-soft">{`The rest for ${formatMoney(price, currency)}`}</span>
      </p>
      <LinkButton variant="secondary" href={url}>
        Complete the set
      </LinkButton>
      <form
        method="post"
        action={buildUrl(dismissSetOffer, { params: { token } })}
        className="absolute top-1.5 right-1.5"
      >
        <Button type="submit" variant="icon" aria-label="Don’t offer this again">
          <X aria-hidden />
        </Button>
      </form>
    </Card>
  )
}

function CompleteSet({ set: { title, itemCount, accessUrl, isHere } }: { set: BundleSet }) {
  const all = isHere ? `All ${itemCount} are on this page` : `All ${itemCount} of “${title}” are on one page`
  return (
    <Card className="flex flex-wrap items-center gap-4 print:hidden">
      <IconTile>
        <Check aria-hidden />
      </IconTile>
      <p className="min-w-[190px] flex-1 [overflow-wrap:anywhere]">
        <b className="font-semibold">The set is complete</b>
        <br />
        <span className="text-ink-soft">{`${all} now. Your earlier links go on working.`}</span>
      </p>
      {accessUrl && (
        <LinkButton variant="secondary" href={accessUrl}>
          Open<span className="sr-only"> {title}</span>
        </LinkButton>
      )}
      {!accessUrl && !isHere && (
        <LinkButton variant="secondary" href="/lost-link">
          Resend my link
        </LinkButton>
      )}
    </Card>
  )
}

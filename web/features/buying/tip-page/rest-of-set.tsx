import { ChevronDown } from 'lucide-react'
import { TextLink } from '../../../ui/text-link.tsx'

/** What the pay card says to an owner: of some of a bundle (`set`), or of the item that this one is an upgrade from. */
export type OwnerTexts = {
  label: string
  /** Beside the label. */
  badge?: string
  note: string
  button: string
  set?: SetTexts
  /** Sent with the form: the proof of the link, or `yes` by the browser's cookie. */
  proof: string
  /** What becomes of the code in the link. */
  codeNote?: string | undefined
  /** The code itself, for the way to the full price. */
  code?: string | undefined
}

type SetTexts = {
  ownedCount: number
  itemCount: number
  /** With its currency, as shown. */
  price: string
  /** What a payment unlocks, for the button with an amount. */
  what: string
  explanation: string
}

/** Under the price for an owner: how much of a bundle they have, and what becomes of the code in the link. */
export function OwnerLines({ owner: { set, codeNote } }: { owner: OwnerTexts }) {
  return (
    <>
      {set && <OwnedBars set={set} />}
      {codeNote && (
        <span role="status" className="pt-2 text-ink-soft text-sm [overflow-wrap:anywhere]">
          {codeNote}
        </span>
      )}
    </>
  )
}

/** How many items of a bundle a buyer has, as bars. */
function OwnedBars({ set: { ownedCount, itemCount } }: { set: SetTexts }) {
  return (
    <span role="img" aria-label={`${ownedCount} of ${itemCount}`} className="flex gap-1.5 pt-3">
      {Array.from({ length: itemCount }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars differ by nothing else.
          key={index}
          className={`h-2 flex-1 rounded-full border ${index < ownedCount ? 'border-brand bg-brand' : 'border-line bg-sunken'}`}
        />
      ))}
    </span>
  )
}

type RestDetailsProps = { id: number; set: SetTexts; code: string | undefined }

/** How the price of the rest came about, folded, and the way to buy everything again, with the code of the link. */
export function RestDetails({ id, set, code }: RestDetailsProps) {
  const again = `/p/${id}?${new URLSearchParams({ ...(code && { code }), again: 'yes' })}`
  return (
    <>
      <details className="group -my-2 text-ink-soft text-sm">
        <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-2 font-medium [&::-webkit-details-marker]:hidden">
          How we got to {set.price}
          <ChevronDown aria-hidden className="moves size-4 shrink-0 group-open:rotate-180" />
        </summary>
        <p className="pb-2">{set.explanation}</p>
      </details>
      <p className="-my-2 text-ink-soft text-sm">
        What you own stays yours.{' '}
        <TextLink href={again} className="-my-2.5 inline-grid min-h-11 place-items-center">
          Buy all {set.itemCount} again
        </TextLink>
      </p>
    </>
  )
}

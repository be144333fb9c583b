import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { formatMoney } from '../../../ui/format.ts'
import { TextLink } from '../../../ui/text-link.tsx'

/** The items of a bundle that were taken down, each with its part of the price and a way to ask for that. */
export function TakenDownItems({ purchase: { bundle, purchase, accessUrl } }: { purchase: PurchaseAccess }) {
  if (!bundle || bundle.takenDown.length === 0) return null
  const { amount, currency, refundStatus } = purchase
  const canAsk = refundStatus === 'available'
  return (
    <ul className="grid gap-3 print:hidden" aria-label="Items that were taken down">
      {bundle.takenDown.map(({ title, share }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two items may have one title, and the list never changes
          key={index}
          className="grid gap-1 rounded-md border border-line bg-surface px-4 py-3.5 [overflow-wrap:anywhere]"
        >
          <b className="font-semibold">{`“${title}” was taken down`}</b>
          <span className="text-ink-soft text-sm">
            It’s hidden from this bundle.
            {share !== null && ` Its part: ${partOf(share, amount, currency)}.`}
          </span>
          {share !== null && canAsk && (
            <TextLink
              href={`${accessUrl}/refund?${new URLSearchParams({ reason: reasonFor(title, partOf(share, amount, currency)) })}`}
              className="-my-2 justify-self-start py-3 text-sm"
            >
              Ask for its part back
            </TextLink>
          )}
        </li>
      ))}
    </ul>
  )
}

/** `$8.57 of $48.00` */
function partOf(share: string, amount: string, currency: string): string {
  return `${formatMoney(share, currency)} of ${formatMoney(amount, currency)}`
}

function reasonFor(title: string, part: string): string {
  return `“${title}” was taken down. I ask for its part back: ${part}.`
}

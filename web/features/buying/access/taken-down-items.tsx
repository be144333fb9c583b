import { refundShare } from '../../../../contract/access.ts'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { Button } from '../../../ui/button.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { LocalTime } from '../../../ui/local-time.tsx'

type TakenDown = NonNullable<PurchaseAccess['bundle']>['takenDown'][number]

/** The items of a bundle that were taken down, each with its part of the price and a form to have that back. */
export function TakenDownItems({ purchase: { bundle, purchase, accessUrl } }: { purchase: PurchaseAccess }) {
  if (!bundle || bundle.takenDown.length === 0) return null
  const { amount, currency } = purchase
  const token = accessUrl.split('/').at(-1)
  return (
    <ul className="grid gap-3 print:hidden" aria-label="Items that were taken down">
      {bundle.takenDown.map((item) => (
        <li
          key={item.id}
          className="grid gap-1 rounded-md border border-line bg-surface px-4 py-3.5 [overflow-wrap:anywhere]"
        >
          <b className="font-semibold">{`“${item.title}” was taken down`}</b>
          <span className="text-ink-soft text-sm">{statusText(item, { amount, currency })}</span>
          {item.refundable !== null && (
            <form
              method="post"
              action={buildUrl(refundShare, { params: { token, id: item.id } })}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1.5"
            >
              <Button type="submit" variant="secondary" size="sm">
                {`Refund ${formatMoney(item.refundable, currency)}`}
              </Button>
              {item.refundableUntil && (
                <span className="text-ink-faint text-sm">
                  Until <LocalTime iso={item.refundableUntil} format="date" />. You keep the rest.
                </span>
              )}
            </form>
          )}
        </li>
      ))}
    </ul>
  )
}

function statusText(
  { share, refund }: TakenDown,
  { amount, currency }: { amount: string; currency: string },
) {
  if (share === null) return 'It’s hidden from this bundle.'
  const part = `${formatMoney(share, currency)} of ${formatMoney(amount, currency)}`
  if (refund === 'refunded') return `It’s hidden from this bundle. Its part was refunded: ${part}.`
  if (refund === 'processing') return `It’s hidden from this bundle. Its part is on its way back: ${part}.`
  if (refund === 'failed')
    return `It’s hidden from this bundle. Its part couldn’t be refunded yet: ${part}. We’re looking into it.`
  return `It’s hidden from this bundle. Its part: ${part}.`
}

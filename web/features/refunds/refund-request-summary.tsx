import type { RefundRequestDetail } from '../../../contract/refunds.ts'
import { formatDate } from '../../ui/date-text.ts'
import { formatMoney } from '../../ui/money-text.ts'

/** The purchase, the requested refund and the reason. */
export function RefundRequestSummary({ request }: { request: RefundRequestDetail }) {
  const { purchaseAmount, refundableAmount, amount, state, currency, purchaseId, createdAt, reason } = request
  const items: Array<[name: string, value: string]> = [
    ['Order', String(purchaseId)],
    ['Requested on', formatDate(createdAt)],
    ['Paid', formatMoney(purchaseAmount, currency)],
    [
      state === 'refunded' || state === 'processing' ? 'Refunded' : 'Requested',
      formatMoney(amount, currency),
    ],
    ...(state === 'requested' && refundableAmount !== amount
      ? [['Left to refund', formatMoney(refundableAmount, currency)] as [string, string]]
      : []),
  ]
  return (
    <div className="grid gap-5">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3">
        {items.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-ink-faint text-sm">{name}</dt>
            <dd className="wrap-anywhere font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-1.5">
        <h2 className="font-semibold">The buyer’s reason</h2>
        {reason ? (
          <blockquote className="wrap-anywhere whitespace-pre-line rounded-md bg-sunken px-4 py-3">
            {reason}
          </blockquote>
        ) : (
          <p className="text-ink-faint">No reason given.</p>
        )}
      </div>
    </div>
  )
}

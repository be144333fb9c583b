import type { RefundRequestDetail } from '../../../contract/refunds.ts'
import { formatDate } from '../../ui/date-text.ts'
import { formatMoney } from '../../ui/money-text.ts'

/** The purchase, the requested refund and the reason. */
export function RefundRequestSummary({ request }: { request: RefundRequestDetail }) {
  const { purchaseAmount, refundableAmount, amount, state, currency, purchaseId, createdAt } = request
  const isOpen = state === 'requested' || state === 'in_review'
  const items: Array<[name: string, value: string]> = [
    ['Order', String(purchaseId)],
    ['Requested on', formatDate(createdAt)],
    ['Paid', formatMoney(purchaseAmount, currency)],
    [
      state === 'refunded' || state === 'processing' ? 'Refunded' : 'Requested',
      formatMoney(amount, currency),
    ],
    ...(isOpen && refundableAmount !== amount
      ? [['Left to refund', formatMoney(refundableAmount, currency)] as [string, string]]
      : []),
  ]
  return (
    <div className="grid gap-5">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] gap-x-6 gap-y-3 sm:grid-cols-2">
        {items.map(([name, value]) => (
          <div key={name} className="min-w-0 max-sm:first:col-span-full">
            <dt className="text-ink-faint text-sm">{name}</dt>
            <dd className="wrap-anywhere font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <Statement title="The buyer’s reason" text={request.reason} />
      {request.objectionMessage && (
        <Statement
          title={request.isCreator ? 'Your objection' : 'The creator’s objection'}
          text={request.objectionMessage}
        />
      )}
    </div>
  )
}

function Statement({ title, text }: { title: string; text: string }) {
  return (
    <div className="grid gap-1.5">
      <h2 className="font-semibold">{title}</h2>
      {text ? (
        <blockquote className="wrap-anywhere whitespace-pre-line rounded-md bg-sunken px-4 py-3">
          {text}
        </blockquote>
      ) : (
        <p className="text-ink-faint">No reason given.</p>
      )}
    </div>
  )
}

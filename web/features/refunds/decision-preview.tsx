import { getRefundRequest, type RefundRequestDetail } from '../../../contract/refunds.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { formatMoney } from '../../ui/money-text.ts'
import { accessAfterRefund } from './creator-refund-labels.ts'

type DecisionPreviewProps = {
  request: RefundRequestDetail
  /** The amount as a decimal string and in minor units; undefined when it is not refundable. */
  enteredAmount: { amount: string; minorUnits: number } | undefined
}

/** The effect of approving and declining, before either is confirmed. The server computes the balance. */
export function DecisionPreview({ request, enteredAmount }: DecisionPreviewProps) {
  const { id, refundableAmount, balance, currency, isCreator } = request
  const isFullRefund = enteredAmount?.amount === refundableAmount
  const input = { params: { id }, query: { amount: enteredAmount?.amount } }
  const partialPreview = useApiQuery(getRefundRequest, {
    ...input,
    enabled: enteredAmount !== undefined && !isFullRefund,
  })
  const balanceAfter = isFullRefund ? request.balanceAfter : partialPreview.data?.balanceAfter
  const balanceOwner = isCreator ? 'Your balance' : 'The creator’s balance'

  return (
    <div className="grid gap-2 rounded-md bg-sunken px-4 py-3" aria-live="polite">
      {enteredAmount === undefined ? (
        <p>Enter an amount to see what a refund would do.</p>
      ) : (
        <p>
          <strong>Refund:</strong> {formatMoney(enteredAmount.amount, currency)} will go back to the buyer’s
          card.{' '}
          {balanceAfter === undefined
            ? `${balanceOwner} is currently ${formatMoney(balance, currency)}.`
            : `${balanceOwner} will go from ${formatMoney(balance, currency)} to ${formatMoney(balanceAfter, currency)}. If the sale had a fee, we return that too.`}{' '}
          {accessAfterRefund(enteredAmount.minorUnits, request)}
        </p>
      )}
      {!isCreator && (
        <p>
          <strong>Decline:</strong> no money moves, the buyer keeps access, and we email them your decision.
        </p>
      )}
      {isCreator && request.state === 'requested' && (
        <p>
          <strong>Object:</strong> no money moves for now and the buyer keeps access. The site’s admin looks
          at both sides and decides.
        </p>
      )}
      <p className="text-ink-faint text-sm">
        You can’t undo a refund{!isCreator && ' or change your decision later'}.
      </p>
    </div>
  )
}

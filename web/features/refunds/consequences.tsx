import { getRefundRequest, type RefundOutlook } from '../../../contract/refunds.ts'
import { useRead } from '../../api/hooks.ts'
import { formatMoney } from '../../ui/money-text.ts'
import { accessAfter } from './refund-words.ts'

type ConsequencesProps = {
  request: RefundOutlook
  /** A decimal string and the same in cents; undefined when so much cannot go back. */
  part: { amount: string; cents: number } | undefined
}

/** What either button would do, before it is pressed. The balance is the server's to say, to the cent. */
export function Consequences({ request, part }: ConsequencesProps) {
  const { id, refundable, balance, currency, isOwn } = request
  const isAll = part?.amount === refundable
  const asked = { params: { id }, query: { amount: part?.amount } }
  const partly = useRead(getRefundRequest, { ...asked, enabled: part !== undefined && !isAll })
  const after = isAll ? request.balanceAfter : partly.data?.balanceAfter
  const whose = isOwn ? 'Your balance' : 'The creator’s balance'

  return (
    <div className="grid gap-2 rounded-md bg-sunken px-4 py-3" aria-live="polite">
      {part === undefined ? (
        <p>Enter an amount to see what a refund would do.</p>
      ) : (
        <p>
          <strong>Refund:</strong> {formatMoney(part.amount, currency)} goes back to the buyer’s card.{' '}
          {after === undefined
            ? `${whose} is ${formatMoney(balance, currency)} now.`
            : `${whose} goes from ${formatMoney(balance, currency)} to ${formatMoney(after, currency)}: our fee goes back too.`}{' '}
          {accessAfter(part.cents, request)}
        </p>
      )}
      <p>
        <strong>Refuse:</strong> nothing moves, the buyer keeps access, and a mail tells them.
      </p>
      <p className="text-ink-faint text-sm">Either is final.</p>
    </div>
  )
}

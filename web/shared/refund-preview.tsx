import type * as contract from '../../contract/sales.ts'
import { formatMoney } from '../ui/money-text.ts'

type RefundPreviewProps = {
  /** The amount to preview; undefined while the input is invalid. */
  amount: string | undefined
  currency: string
  /** The server's preview: it knows the balance to the cent. */
  query: { data?: contract.RefundPreview | undefined; error: { userMessage: string } | null }
  /** Whose balance it is, from the reader's view. */
  balanceOwner: 'Your' | 'Their'
}

/** The effects of a refund, before it is submitted. */
export function RefundPreview({
  amount,
  currency,
  query: { data, error },
  balanceOwner,
}: RefundPreviewProps) {
  const money = (text: string) => formatMoney(text, currency)
  return (
    <p className="rounded-md bg-sunken px-4 py-3" aria-live="polite">
      {amount === undefined && 'Enter an amount to see what a refund would do.'}
      {amount !== undefined && !data && (error ? error.userMessage : 'Calculating…')}
      {amount !== undefined && data && (
        <>
          {balanceOwner === 'Your' ? 'Your' : 'The creator’s'} balance will go from {money(data.balance)} to{' '}
          <strong>{money(data.balanceAfter)}</strong>. If the sale had a fee, we return that too.{' '}
          {Number(data.balanceAfter) < 0 && `${balanceOwner} next sales will cover the difference. `}
          {data.revokesAccess
            ? 'This is a full refund, so the buyer loses access.'
            : 'This is a partial refund, so the buyer keeps access.'}
        </>
      )}
    </p>
  )
}

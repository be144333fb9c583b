import type { RefundPreview } from '../../contract/sales.ts'
import { formatMoney } from './money-text.ts'

type RefundEffectProps = {
  /** What is asked about; undefined while no such amount can go back. */
  amount: string | undefined
  currency: string
  /** What the server says of it: the balance is its to say, to the cent. */
  read: { data?: RefundPreview | undefined; error: { sentence: string } | null }
  /** Whose balance it is, from where the reader stands. */
  whose: 'Your' | 'Their'
}

/** What a refund would do, before it is asked for. */
export function RefundEffect({ amount, currency, read: { data, error }, whose }: RefundEffectProps) {
  const money = (text: string) => formatMoney(text, currency)
  return (
    <p className="rounded-md bg-sunken px-4 py-3" aria-live="polite">
      {amount === undefined && 'Enter an amount to see what a refund would do.'}
      {amount !== undefined && !data && (error ? error.sentence : 'Asking what it would do…')}
      {amount !== undefined && data && (
        <>
          {whose === 'Your' ? 'Your' : "The creator's"} balance goes from {money(data.balance)} to{' '}
          <strong>{money(data.balanceAfter)}</strong>: our fee goes back too.{' '}
          {Number(data.balanceAfter) < 0 && `${whose} next sales fill it again. `}
          {data.closesAccess
            ? 'Nothing of the sale stays paid, so the buyer’s access ends.'
            : 'A part stays paid, so the buyer keeps access.'}
        </>
      )}
    </p>
  )
}

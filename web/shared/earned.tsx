import { formatDecimal, parseDecimal } from '../../contract/money.ts'
import { platformFee } from '../../domain/fees.ts'
import { formatMoney } from '../ui/format.ts'

type EarnedProps = {
  /** What is paid, as a decimal string. */
  amount: string
  currency: string
  feeBasisPoints: number
}

/** What its creator earns of a sale, and the fee: the sums that the product pays. */
export function earnedOf({ amount, currency, feeBasisPoints }: EarnedProps): { earned: string; fee: string } {
  const paid = parseDecimal(amount, currency) ?? 0
  const fee = platformFee(paid, feeBasisPoints)
  const money = (minorUnits: number) => formatMoney(formatDecimal(minorUnits, currency), currency)
  return { earned: money(paid - fee), fee: money(fee) }
}

export function EarnedSentence({ isMinimum = false, ...props }: EarnedProps & { isMinimum?: boolean }) {
  return (
    <>
      <b className="font-semibold text-brand">{`You’d earn ${earnedOf(props).earned}`}</b>{' '}
      {isMinimum ? 'of the minimum' : 'of each sale'}
    </>
  )
}

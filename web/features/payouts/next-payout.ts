import { limits } from '../../../contract/limits.ts'
import { formatMoney } from '../../ui/money-text.ts'

type NextPayout = {
  /** In major units, as the earnings route returns it. */
  availableBalance: number
  currency: string
  /** How and where, such as `PayPal to mara@pay.example`; undefined without a payout method. */
  destination?: string
}

/** The amount, date and destination of the next payout as one or two sentences. */
export function nextPayoutText({ availableBalance, currency, destination }: NextPayout): string {
  const minimum = limits.minPayoutAmount / 100
  const available = formatMoney(availableBalance, currency)
  if (availableBalance >= minimum)
    return destination
      ? `You have ${available} ready. It goes out in the next monthly payout run, by ${destination}.`
      : `You have ${available} ready. Add a payout method and it goes out in the next run.`
  const missing = formatMoney(minimum - availableBalance, currency)
  const start = `Payouts start at ${formatMoney(minimum, currency)}`
  const progress =
    availableBalance > 0 ? `You have ${available}. ${start}, so ${missing} to go.` : `${start}.`
  return destination
    ? `${progress} Your payouts go out monthly, by ${destination}.`
    : `${progress} Add a payout method and you’re set.`
}

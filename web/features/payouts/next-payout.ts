import { formatLongDate } from '../../../domain/dates.ts'
import { formatMoney } from '../../ui/money-text.ts'

type NextPayout = {
  /** In major units, as the earnings route returns it. */
  availableBalance: number
  currency: string
  /** A decimal string. */
  minPayoutAmount: string
  /** When the next run starts; null when an admin starts it. */
  nextPayoutAt: string | null
  /** How and where, such as `PayPal to m•••@pay.example`; undefined without a payout method. */
  destination?: string
}

/** The amount, date and destination of the next payout as one or two sentences. */
export function nextPayoutText(payout: NextPayout): string {
  const { availableBalance, currency, minPayoutAmount, destination } = payout
  const available = formatMoney(availableBalance, currency)
  const minimum = Number(minPayoutAmount)
  if (availableBalance >= minimum)
    return destination
      ? `You have ${available} ready. It goes out in ${runText(payout)}, by ${destination}.`
      : `You have ${available} ready. Add a payout method and it goes out in ${runWithoutMethodText(payout)}.`
  const missing = formatMoney(minimum - availableBalance, currency)
  const start = `Payouts start at ${formatMoney(minPayoutAmount, currency)}`
  const progress =
    availableBalance > 0 ? `You have ${available}. ${start}, so ${missing} to go.` : `${start}.`
  return destination
    ? `${progress} ${scheduleText(payout)}, by ${destination}.`
    : `${progress} Add a payout method and you’re set.`
}

function runText({ nextPayoutAt }: NextPayout): string {
  return nextPayoutAt ? `the payout run on ${runDate(nextPayoutAt)}` : 'the next monthly payout run'
}

function runWithoutMethodText(payout: NextPayout): string {
  return payout.nextPayoutAt ? runText(payout) : 'the next run'
}

function scheduleText({ nextPayoutAt }: NextPayout): string {
  return nextPayoutAt ? `The next payout run is on ${runDate(nextPayoutAt)}` : 'Your payouts go out monthly'
}

function runDate(iso: string): string {
  return formatLongDate(new Date(iso))
}

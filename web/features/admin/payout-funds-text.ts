import type { getPayoutFunds } from '../../../contract/payout-funds.ts'
import type { ResponseOf } from '../../api/types.ts'
import { pluralize } from '../../ui/count-text.ts'
import { formatMoney } from '../../ui/money-text.ts'

type Funds = ResponseOf<typeof getPayoutFunds>

/** What the balance at the card provider can transfer, in one or two sentences. */
export function balanceSummary({ state, available, pending, otherCurrencies, currency }: Funds): string {
  if (state === 'unavailable')
    return 'The card provider doesn’t respond, so its balance is unknown. Transfers are sent once it does.'
  if (available === null) return 'The balance at the card provider covers every transfer.'
  const settling = Number(pending) > 0 ? `, and ${formatMoney(pending ?? '0', currency)} settles later` : ''
  const other =
    Number(available) <= 0 && otherCurrencies.length > 0
      ? ` Its balance is in ${otherCurrencies.join(' and ')}, which transfers in ${currency} can’t use.`
      : ''
  return `Your balance at the card provider has ${formatMoney(available, currency)} for transfers${settling}.${other}`
}

/** What waits, what is missing and what to do; undefined when nothing waits. */
export function waitingText({
  waitingCount,
  waitingAmount,
  missingAmount,
  currency,
}: Funds): string | undefined {
  if (waitingCount === 0) return undefined
  const waits = `${pluralize(waitingCount, 'transfer')} of ${formatMoney(waitingAmount, currency)} ${waitingCount === 1 ? 'waits' : 'wait'} for your balance`
  const missing = missingAmount === null ? '' : `: ${formatMoney(missingAmount, currency)} is missing`
  return `${waits}${missing}. Add money at the card provider, or let payments settle. They’re sent automatically then.`
}

import { parseDecimal } from '../../../contract/money.ts'
import type { RefundRequestDetail } from '../../../contract/refunds.ts'
import { formatMoney } from '../../ui/money-text.ts'

type DecisionSummary = { heading: string; text: string }

/** The summary of a decided request; undefined while it is open. */
export function decisionSummary({
  state,
  amount,
  refundableAmount,
  currency,
}: RefundRequestDetail): DecisionSummary | undefined {
  const money = formatMoney(amount, currency)
  const hasAccess = parseDecimal(refundableAmount, currency) !== 0
  const access = hasAccess ? 'The buyer keeps access.' : 'The buyer no longer has access.'
  if (state === 'refunded')
    return {
      heading: `${money} refunded`,
      text: `${access} It can take 5 to 10 days to show up on the buyer’s statement.`,
    }
  if (state === 'processing')
    return {
      heading: `${money} refund in progress`,
      text: 'The card provider hasn’t confirmed it yet. We’ll keep checking, so there’s nothing for you to do.',
    }
  if (state === 'failed')
    return {
      heading: `${money} refund failed`,
      text: 'The card provider couldn’t complete the refund. We’ve been notified and are looking into it. The buyer’s access stays the same until then.',
    }
  if (state === 'rejected')
    return {
      heading: 'Refund declined',
      text: 'No money moved. The buyer keeps access, and we let them know.',
    }
  return undefined
}

/** The sale's page, where a failed refund can be retried while an amount is refundable. */
export function retryUrl({
  state,
  refundableAmount,
  currency,
  purchaseId,
  isCreator,
}: RefundRequestDetail): string | undefined {
  if (state !== 'failed' || parseDecimal(refundableAmount, currency) === 0) return undefined
  return isCreator ? `/sales/${purchaseId}` : `/admin/purchases/${purchaseId}`
}

/** What a refund of this amount, in minor units, means for the buyer's access. */
export function accessAfterRefund(
  refundAmount: number,
  { refundableAmount, currency }: RefundRequestDetail,
): string {
  return refundAmount === parseDecimal(refundableAmount, currency)
    ? 'This is a full refund, so the buyer loses access.'
    : 'This is a partial refund, so the buyer keeps access.'
}

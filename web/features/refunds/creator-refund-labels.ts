import { parseDecimal } from '../../../contract/money.ts'
import type { RefundRequestDetail } from '../../../contract/refunds.ts'
import { formatMoney } from '../../ui/money-text.ts'

type DecisionSummary = { heading: string; text: string }

/** The summary of a decided request. */
export function decisionSummary({
  state,
  amount,
  refundableAmount,
  currency,
}: RefundRequestDetail): DecisionSummary | undefined {
  const money = formatMoney(amount, currency)
  const isOpen = parseDecimal(refundableAmount, currency) !== 0
  const access = isOpen ? 'The buyer keeps access.' : 'The buyer’s access has ended.'
  if (state === 'refunded')
    return { heading: `${money} went back`, text: `${access} Banks take 5 to 10 days to show it.` }
  if (state === 'processing')
    return {
      heading: `${money} is on its way back`,
      text: 'The card provider has not confirmed it yet. We ask again by ourselves; there is nothing to do.',
    }
  if (state === 'failed')
    return {
      heading: `${money} did not go back`,
      text: 'The card provider would not pay it back. We are told and look into it; access stays as it is until then.',
    }
  if (state === 'rejected')
    return { heading: 'Refused', text: 'Nothing moved. The buyer keeps access and was told so.' }
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

/** What a refund of this amount means for the buyer's access. */
export function accessAfterRefund(part: number, { refundableAmount, currency }: RefundRequestDetail): string {
  return part === parseDecimal(refundableAmount, currency)
    ? 'Nothing of the purchase stays paid, so the buyer’s access ends.'
    : 'A part stays paid, so the buyer keeps access.'
}

import { parseDecimal } from '../../../contract/money.ts'
import type { RefundOutlook } from '../../../contract/refunds.ts'
import { formatMoney } from '../../ui/money-text.ts'

type Said = { heading: string; text: string }

/** What became of a request that waits for nobody any more. */
export function outcomeOf({ state, amount, refundable, currency }: RefundOutlook): Said | undefined {
  const money = formatMoney(amount, currency)
  const isOpen = parseDecimal(refundable, currency) !== 0
  const access = isOpen ? 'The buyer keeps access.' : 'The buyer’s access has ended.'
  if (state === 'refunded')
    return { heading: `${money} went back`, text: `${access} Banks take 5 to 10 days to show it.` }
  if (state === 'refunding')
    return {
      heading: `${money} is on its way back`,
      text: 'The card provider has not confirmed it yet. We ask again by ourselves; there is nothing to do.',
    }
  if (state === 'failed')
    return {
      heading: `${money} did not go back`,
      text: 'The card provider would not pay it back. We are told and look into it; access stays as it is until then.',
    }
  if (state === 'refused')
    return { heading: 'Refused', text: 'Nothing moved. The buyer keeps access and was told so.' }
  return undefined
}

/** Where a refund that did not go through is made anew, while money is left: the sale's own page. */
export function retryOf({
  state,
  refundable,
  currency,
  purchaseId,
  isOwn,
}: RefundOutlook): string | undefined {
  if (state !== 'failed' || parseDecimal(refundable, currency) === 0) return undefined
  return isOwn ? `/sales/${purchaseId}` : `/admin/purchases/${purchaseId}`
}

/** What a refund of an amount means for access. */
export function accessAfter(part: number, { refundable, currency }: RefundOutlook): string {
  return part === parseDecimal(refundable, currency)
    ? 'Nothing of the purchase stays paid, so the buyer’s access ends.'
    : 'A part stays paid, so the buyer keeps access.'
}

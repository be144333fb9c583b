import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { startCheckoutFromForm } from '../../../../contract/purchases.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { formatMoney } from '../../../ui/format.ts'

/**
 * One press leads to a checkout: with the last amount where buyers pay what they want, otherwise with the price. A plain form, so
 * it works without a script. The buyer knows what they have, so nobody asks again.
 */
export function TipAgain({ purchase: { content, purchase, isPayingBrowser } }: { purchase: PurchaseAccess }) {
  const { id, pricingModel, currency } = content
  if (pricingModel === 'free') return null
  const amount = againAmount(purchase.amount, content.minimumChargeAmount)
  const isFixed = pricingModel === 'fixed'
  return (
    <form method="post" action={buildUrl(startCheckoutFromForm, { params: { id } })}>
      {!isFixed && <input type="hidden" name="amount" value={amount} />}
      {isPayingBrowser && purchase.email && <input type="hidden" name="email" value={purchase.email} />}
      <input type="hidden" name="confirmDuplicate" value="yes" />
      <button
        type="submit"
        className="-my-1 min-h-11 text-left text-ink-soft text-sm underline decoration-1 underline-offset-3 hover:text-ink"
      >
        {isFixed
          ? `Buy again for ${formatMoney(content.minimumChargeAmount, currency)}`
          : `Tip ${formatMoney(amount, currency)} again`}
      </button>
    </form>
  )
}

/** The last amount, or today's minimum where it is higher. Both are decimals of one currency. */
export function againAmount(last: string, minimum: string): string {
  return Number(last) < Number(minimum) ? minimum : last
}

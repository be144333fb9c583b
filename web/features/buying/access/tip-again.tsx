import { Heart } from 'lucide-react'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { startCheckoutFromForm } from '../../../../contract/purchases.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { Button } from '../../../ui/button.tsx'
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
    <form
      method="post"
      action={buildUrl(startCheckoutFromForm, { params: { id } })}
      className="grid max-sm:flex-auto"
    >
      {!isFixed && <input type="hidden" name="amount" value={amount} />}
      {isPayingBrowser && purchase.email && <input type="hidden" name="email" value={purchase.email} />}
      <input type="hidden" name="confirmDuplicate" value="yes" />
      <Button type="submit" variant="secondary">
        <Heart aria-hidden />
        {isFixed
          ? `Buy again for ${formatMoney(content.minimumChargeAmount, currency)}`
          : `Tip ${formatMoney(amount, currency)} again`}
      </Button>
    </form>
  )
}

/** The last amount, or today's minimum where it is higher. Both are decimals of one currency. */
export function againAmount(last: string, minimum: string): string {
  return Number(last) < Number(minimum) ? minimum : last
}

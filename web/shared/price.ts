import type { PricingModel } from '../../contract/content.ts'
import { formatMoney } from '../ui/format.ts'

type Price = { pricingModel: PricingModel; currency: string }

/** The price of an item: `$5.00`, `From $5.00` with pay what you want, or `Free`. */
export function formatPrice(amount: string | number, { pricingModel, currency }: Price): string {
  if (pricingModel === 'free') return 'Free'
  return `${pricingModel === 'fixed' ? '' : 'From '}${formatMoney(amount, currency)}`
}

/** Whether a decimal string is an amount of nothing. */
export function isNothing(amount: string): boolean {
  return Number(amount) === 0
}

/** What an item of a bundle costs alone. */
export function priceAlone({ price, currency }: { price: string; currency: string }): string {
  return isNothing(price) ? 'Free' : formatMoney(price, currency)
}

import { type MinorUnits, parseDecimal } from '../contract/money.ts'
import type { CheckoutPrice } from './discount.ts'
import { AppError } from './errors.ts'
import { type ChargeLimits, formatMoney, type PricedContent } from './price.ts'

/** The shares of the price, in basis points, that a buyer can choose as a tip on top. */
const tipSharesBps = [1_000, 2_000]

/** An item that may ask for a tip on top of its price. */
export type TippedContent = PricedContent & { offersTip: boolean }

/** Whether a checkout asks for a tip on top: only where the price is fixed, because otherwise the price is the tip. */
export function asksForTip({ offersTip, pricingModel }: TippedContent): boolean {
  return offersTip && pricingModel === 'fixed'
}

/** The tips that a buyer can choose, in minor units, from the price without a discount. A half is rounded up; none is 0. */
export function suggestedTips(listAmount: MinorUnits): Array<MinorUnits> {
  const tips = tipSharesBps.map((bps) => Math.floor((listAmount * bps + 5_000) / 10_000))
  return [...new Set(tips)].filter((tip) => tip > 0)
}

/**
 * Adds a tip, typed as a decimal, to what a buyer owes. An item that doesn't ask for one adds nothing, so nobody pays more than
 * the item asks for. Throws AppError with the field `tip`.
 */
export function addTip(
  content: TippedContent,
  price: CheckoutPrice,
  { tip = '', charge }: { tip?: string | undefined; charge: ChargeLimits },
): CheckoutPrice {
  if (tip === '' || !asksForTip(content) || price.amount === 0) return { ...price, tipAmount: 0 }
  const tipAmount = parseDecimal(tip, content.currency)
  if (tipAmount === undefined) throw tipError(`Enter a tip in ${content.currency}`)
  const amount = price.amount + tipAmount
  if (amount > charge.max)
    throw tipError(`Enter a tip up to ${formatMoney(charge.max - price.amount, content.currency)}`)
  return { ...price, tipAmount, amount }
}

function tipError(message: string): AppError {
  return new AppError('invalid_input', message, { tip: message })
}

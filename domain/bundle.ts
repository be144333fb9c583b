import type { MinorUnits } from '../contract/money.ts'
import type { ChargeLimits } from './price.ts'

/** An item of a bundle: `price` is what it costs alone, in minor units. */
export type PricedItem = { id: number; price: MinorUnits }

/** What all items cost one by one, in minor units. */
export function sumOfPrices(items: ReadonlyArray<PricedItem>): MinorUnits {
  return items.reduce((sum, { price }) => sum + price, 0)
}

/**
 * What the items of a bundle that a buyer does not own cost at the bundle's rate, in minor units: at least what a card can
 * pay, at most what they cost one by one. Undefined when nothing is missing, when nothing is owned, or when the missing
 * ones are free. `bundlePrice` is the bundle's price, or its minimum with pay what you want.
 */
export function completionPrice(
  items: ReadonlyArray<PricedItem>,
  owned: ReadonlySet<number>,
  { bundlePrice, charge }: { bundlePrice: MinorUnits; charge: ChargeLimits },
): MinorUnits | undefined {
  const missing = items.filter(({ id }) => !owned.has(id))
  if (missing.length === 0 || missing.length === items.length) return undefined
  const singly = sumOfPrices(missing)
  if (singly < charge.min) return undefined
  const atRate = roundedQuotient(bundlePrice, singly, sumOfPrices(items))
  return Math.min(Math.max(atRate, charge.min), singly)
}

/**
 * Which of the bundles with an item is offered on its page: the one of which the buyer has the largest part, then the one
 * whose rest costs less, then the first. Undefined without any.
 */
export function bundleToOffer<Offer extends { price: MinorUnits; ownedCount: number; itemCount: number }>(
  offers: ReadonlyArray<Offer>,
): Offer | undefined {
  const [first, ...others] = offers
  return others.reduce((best: Offer | undefined, offer) => {
    if (!best) return offer
    const more = offer.ownedCount * best.itemCount - best.ownedCount * offer.itemCount
    return more > 0 || (more === 0 && offer.price < best.price) ? offer : best
  }, first)
}

/**
 * What a buyer gets back for an item of a bundle that was taken down, in minor units: its share, at most what is refundable.
 * Undefined when that is nothing, and when it would be all that was paid while other items are left, because a full refund
 * ends access to them.
 */
export function refundableShare(
  share: MinorUnits,
  { refundable, hasOtherItems }: { refundable: MinorUnits; hasOtherItems: boolean },
): MinorUnits | undefined {
  const amount = Math.min(share, refundable)
  if (amount <= 0 || (hasOtherItems && amount === refundable)) return undefined
  return amount
}

/**
 * Divides an amount among items by their prices, so that the shares are whole minor units and add up to the amount: what
 * remains goes to those with the largest remainders, the first of equal ones first. Free items alone share equally.
 */
export function sharesOf(amount: MinorUnits, items: ReadonlyArray<PricedItem>): Map<number, MinorUnits> {
  const total = sumOfPrices(items)
  const weighted = items.map(({ id, price }) => {
    const [weight, sum] = total > 0 ? [price, total] : [1, items.length]
    const product = BigInt(amount) * BigInt(weight)
    return { id, share: Number(product / BigInt(sum)), remainder: Number(product % BigInt(sum)) }
  })
  const left = amount - weighted.reduce((sum, { share }) => sum + share, 0)
  const byRemainder = [...weighted].sort((one, other) => other.remainder - one.remainder)
  const rounded = new Set(byRemainder.slice(0, left).map(({ id }) => id))
  return new Map(weighted.map(({ id, share }) => [id, share + (rounded.has(id) ? 1 : 0)]))
}

/** What sales of a bundle earned together, in minor units, that gave the same items. */
export type BundleRevenue = { amount: MinorUnits; items: ReadonlyArray<PricedItem> }

/** What each item is of the revenue of bundles, in minor units: together all of it. Shown as shares, and never booked. */
export function revenueByItem(revenues: ReadonlyArray<BundleRevenue>): Map<number, MinorUnits> {
  const byItem = new Map<number, MinorUnits>()
  for (const { amount, items } of revenues)
    for (const [id, share] of sharesOf(amount, items)) byItem.set(id, (byItem.get(id) ?? 0) + share)
  return byItem
}

/** The price of a bundle that takes a whole percent off what its items cost one by one, in minor units. */
export function priceFromPercent(singly: MinorUnits, percent: number): MinorUnits {
  return roundedQuotient(singly, 100 - percent, 100)
}

/** How many percent a price is below what the items cost one by one, rounded; 0 when it is not below. */
export function percentBelow(singly: MinorUnits, price: MinorUnits): number {
  return singly > 0 && price < singly ? Math.round(((singly - price) * 100) / singly) : 0
}

/** `amount × weight / total`, rounded half up. BigInt, because the product may be larger than a safe integer. */
function roundedQuotient(amount: number, weight: number, total: number): number {
  return Number((BigInt(amount) * BigInt(weight) * 2n + BigInt(total)) / (BigInt(total) * 2n))
}

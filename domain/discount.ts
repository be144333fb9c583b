import { type MinorUnits, parseDecimal } from '../contract/money.ts'
import { type ChargeLimits, minimumCharge, type PricedContent, resolveAmount } from './price.ts'

/** What a code takes off: a part of the price in basis points, or an amount in minor units. */
export type DiscountRule = { kind: 'percent'; percentBps: number } | { kind: 'amount'; amount: MinorUnits }

const basisPoints = 10_000

/** The price after a code, in minor units, from 0 to the price. A part of a minor unit is taken off when it is a half or more. */
export function reducedPrice(price: MinorUnits, rule: DiscountRule): MinorUnits {
  if (rule.kind === 'amount') return price - Math.min(rule.amount, price)
  return price - Math.floor((price * rule.percentBps + basisPoints / 2) / basisPoints)
}

/** What an item costs without a code, what a code makes of it, and what the rule alone would: all in minor units. */
export type DiscountedPrice = { list: MinorUnits; minimum: MinorUnits; computed: MinorUnits }

/**
 * The least a buyer pays for an item with a code: nothing, where the rule leaves nothing, or else at least the provider's
 * minimum charge. With pay what you want the minimum is reduced.
 */
export function discountedPrice(
  content: PricedContent,
  rule: DiscountRule,
  charge: ChargeLimits,
): DiscountedPrice {
  const list = minimumCharge(content, charge)
  const computed = reducedPrice(list, rule)
  return { list, minimum: computed === 0 ? 0 : Math.max(computed, charge.min), computed }
}

/**
 * The price that is struck beside a reduced one, in minor units: the lowest of the last 30 days, and never more than the price
 * without the code. Null where it isn't higher than the reduced price.
 */
export function struckPrice(
  { list, minimum }: Pick<DiscountedPrice, 'list' | 'minimum'>,
  lowest: MinorUnits | undefined,
): MinorUnits | null {
  const struck = Math.min(lowest ?? list, list)
  return struck > minimum ? struck : null
}

/** The amount of a checkout in minor units: the price less the discount, and a tip on top. */
export type CheckoutPrice = {
  amount: MinorUnits
  listAmount: MinorUnits
  discountAmount: MinorUnits
  tipAmount: MinorUnits
}

/**
 * What a buyer owes, with or without a code. Who pays with pay what you want at least the price without the code gets no
 * discount, so the code isn't used. Throws AppError for an amount below the minimum.
 */
export function checkoutPrice(
  content: PricedContent,
  { customAmount, rule }: { customAmount: string | undefined; rule: DiscountRule | undefined },
  charge: ChargeLimits,
): CheckoutPrice {
  if (!rule) {
    const amount = resolveAmount(content, customAmount, charge)
    return { amount, listAmount: amount, discountAmount: 0, tipAmount: 0 }
  }
  const { list, minimum } = discountedPrice(content, rule, charge)
  const isFree = minimum === 0 && wantsNothing(content, customAmount)
  const amount = isFree ? 0 : resolveAmount({ ...content, priceAmount: minimum }, customAmount, charge)
  const listAmount = Math.max(list, amount)
  return { amount, listAmount, discountAmount: listAmount - amount, tipAmount: 0 }
}

/** With pay what you want, who types an amount above 0 pays it although the code makes the item free. */
function wantsNothing({ pricingModel, currency }: PricedContent, customAmount = ''): boolean {
  return (
    pricingModel !== 'pay_what_you_want' || customAmount === '' || parseDecimal(customAmount, currency) === 0
  )
}

/** A code as it is stored: capital letters A to Z, digits, `-` and `_`, 3 to 40 of them. Undefined for any other text. */
export function normalizeCode(typed: string): string | undefined {
  // NFKC turns full-width forms into ordinary ones. Dashes and spaces come from word processors and phones.
  const code = typed
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]+/gu, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .toUpperCase()
  return /^[A-Z0-9_-]{3,40}$/.test(code) ? code : undefined
}

export type DiscountState = 'active' | 'scheduled' | 'paused' | 'used_up' | 'ended'

/** What decides whether a code works: `endsAt` is the first moment at which it does not. */
export type DiscountTerms = {
  startsAt: Date | null
  endsAt: Date | null
  pausedAt: Date | null
  max: number | null
  used: number
}

/** The state of a code. What can't be changed by waiting comes first. */
export function discountState(
  { startsAt, endsAt, pausedAt, max, used }: DiscountTerms,
  now: Date,
): DiscountState {
  if (endsAt && endsAt <= now) return 'ended'
  if (max !== null && used >= max) return 'used_up'
  if (pausedAt) return 'paused'
  return startsAt && startsAt > now ? 'scheduled' : 'active'
}

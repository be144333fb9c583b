import type { PricingModel } from '../contract/content.ts'
import { limits } from '../contract/limits.ts'
import {
  type Currency,
  formatDecimal,
  type MinorUnits,
  minorUnitExponent,
  parseDecimal,
} from '../contract/money.ts'
import { type AmountFormat, amountSentence, type ReadAmount, readAmount } from './amount.ts'
import { AppError } from './errors.ts'

export type PricedContent = { pricingModel: PricingModel; price: MinorUnits; currency: Currency }
/** What the card provider can charge, in cents. */
export type ChargeLimits = { min: MinorUnits; max: MinorUnits }

const currencySymbols: Record<string, string> = { USD: '$', EUR: '€', GBP: '£' }

/** An amount for a sentence, always with its currency: `$1,005.00`, `5.00 CHF`. */
export function formatMoney(amount: MinorUnits, currency: Currency): string {
  const sign = currencySymbols[currency]
  const [whole = '', ...fraction] = formatDecimal(amount, currency).split('.')
  const grouped = [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.')
  return sign ? `${sign}${grouped}` : `${grouped} ${currency}`
}

/** What a buyer pays at the very least, in cents: never below the provider's own minimum charge (product.md). */
export function minimumCharge(content: PricedContent, charge: ChargeLimits): MinorUnits {
  return Math.max(content.price, charge.min)
}

/**
 * The cents a buyer owes. A fixed price is the price whatever was asked; pay-what-you-want is the amount asked for, or the
 * minimum when none was. Throws AppError with the specification's sentence for an amount too low.
 */
export function resolveAmount(
  content: PricedContent,
  customAmount: string | undefined,
  charge: ChargeLimits,
): MinorUnits {
  const minimum = minimumCharge(content, charge)
  if (content.pricingModel === 'fixed' || customAmount === undefined || customAmount === '') return minimum

  const amount = parseDecimal(customAmount, content.currency)
  if (amount === undefined)
    throw invalidAmount(`Enter an amount with at most ${minorUnitExponent(content.currency)} decimals`)
  if (amount < minimum) throw invalidAmount(`Minimum amount is ${formatMoney(minimum, content.currency)}`)
  if (amount > maxChargeable(charge))
    throw invalidAmount(`Maximum amount is ${formatMoney(maxChargeable(charge), content.currency)}`)
  return amount
}

/** A price as a creator typed it, in cents; undefined when it is not one this instance can charge. */
export function parsePrice(text: string, currency: Currency, charge: ChargeLimits): MinorUnits | undefined {
  const amount = parseDecimal(text, currency)
  if (
    amount === undefined ||
    amount < Math.max(charge.min, limits.minPriceAmount) ||
    amount > maxChargeable(charge)
  )
    return undefined
  return amount
}

/** Which prices `readPrice` takes, for the sentence beside the field. */
export function priceRangeMessage(currency: Currency, charge: ChargeLimits): string {
  const from = formatMoney(Math.max(charge.min, limits.minPriceAmount), currency)
  return `Enter a price from ${from} to ${formatMoney(maxChargeable(charge), currency)}`
}

/** The amount that a person typed into a form of this currency. */
export function readTyped(typed: string, currency: Currency): ReadAmount {
  return readAmount(typed, formatOf(currency))
}

/** The sentence for a field whose text `readTyped` refuses; undefined for text that it reads. Empty text is refused too. */
export function typedAmountProblem(typed: string, currency: Currency): string | undefined {
  const read = readTyped(typed, currency)
  if ('amount' in read) return undefined
  return amountSentence(
    read.problem,
    formatOf(currency),
    formatDecimal(5 * 10 ** (minorUnitExponent(currency) || 2), currency),
  )
}

function formatOf(currency: Currency): AmountFormat {
  return { currency, decimals: minorUnitExponent(currency) }
}

function maxChargeable(charge: ChargeLimits): MinorUnits {
  return Math.min(limits.maxPriceAmount, charge.max)
}

function invalidAmount(sentence: string): AppError {
  return new AppError('invalid_input', sentence, { customAmount: sentence })
}

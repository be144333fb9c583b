import type { PricingModel } from '../contract/content.ts'
import { limits } from '../contract/limits.ts'
import { type Cents, type Currency, decimal, decimalsOf, parseDecimal } from '../contract/money.ts'
import { type AmountFormat, amountSentence, type ReadAmount, readAmount } from './amount.ts'
import { AppError } from './errors.ts'

export type Priced = { pricingModel: PricingModel; price: Cents; currency: Currency }
/** What the card provider can charge, in cents. */
export type ChargeLimits = { min: Cents; max: Cents }

const signs: Record<string, string> = { USD: '$', EUR: '€', GBP: '£' }

/** An amount for a sentence, always with its currency: `$1,005.00`, `5.00 CHF`. */
export function spoken(amount: Cents, currency: Currency): string {
  const sign = signs[currency]
  const [whole = '', ...fraction] = decimal(amount, currency).split('.')
  const grouped = [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.')
  return sign ? `${sign}${grouped}` : `${grouped} ${currency}`
}

/** What a buyer pays at the very least, in cents: never below the provider's own minimum charge (product.md). */
export function trueMinimum(content: Priced, charge: ChargeLimits): Cents {
  return Math.max(content.price, charge.min)
}

/**
 * The cents a buyer owes. A fixed price is the price whatever was asked; pay-what-you-want is the amount asked for, or the
 * minimum when none was. Throws AppError with the specification's sentence for an amount too low.
 */
export function amountDue(content: Priced, asked: string | undefined, charge: ChargeLimits): Cents {
  const minimum = trueMinimum(content, charge)
  if (content.pricingModel === 'fixed' || asked === undefined || asked === '') return minimum

  const amount = parseDecimal(asked, content.currency)
  if (amount === undefined)
    throw refused(`Enter an amount with at most ${decimalsOf(content.currency)} decimals`)
  if (amount < minimum) throw refused(`Minimum amount is ${spoken(minimum, content.currency)}`)
  if (amount > largest(charge))
    throw refused(`Maximum amount is ${spoken(largest(charge), content.currency)}`)
  return amount
}

/** A price as a creator typed it, in cents; undefined when it is not one this instance can charge. */
export function readPrice(text: string, currency: Currency, charge: ChargeLimits): Cents | undefined {
  const amount = parseDecimal(text, currency)
  if (amount === undefined || amount < Math.max(charge.min, limits.smallestPrice) || amount > largest(charge))
    return undefined
  return amount
}

/** Which prices `readPrice` takes, for the sentence beside the field. */
export function priceRange(currency: Currency, charge: ChargeLimits): string {
  const from = spoken(Math.max(charge.min, limits.smallestPrice), currency)
  return `Enter a price from ${from} to ${spoken(largest(charge), currency)}`
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
    decimal(5 * 10 ** (decimalsOf(currency) || 2), currency),
  )
}

function formatOf(currency: Currency): AmountFormat {
  return { currency, decimals: decimalsOf(currency) }
}

function largest(charge: ChargeLimits): Cents {
  return Math.min(limits.largestPrice, charge.max)
}

function refused(sentence: string): AppError {
  return new AppError('invalid_input', sentence, { customAmount: sentence })
}

import type { PricingModel } from '../contract/content.ts'
import { limits } from '../contract/limits.ts'
import {
  type Currency,
  formatDecimal,
  type MinorUnits,
  minorUnitExponent,
  parseDecimal,
} from '../contract/money.ts'
import { type AmountFormat, amountMessage, type ParsedAmount, parseAmount } from './amount.ts'
import { AppError } from './errors.ts'
import { formatDecimalMoney } from './format.ts'

export type PricedContent = { pricingModel: PricingModel; priceAmount: MinorUnits; currency: Currency }
/** The card provider's limits of a charge, in minor units. */
export type ChargeLimits = { min: MinorUnits; max: MinorUnits }

/** Formats an amount with its currency as on this site: `500` USD -> `$5.00`. */
export function formatMoney(amount: MinorUnits, currency: Currency): string {
  return formatDecimalMoney(formatDecimal(amount, currency), currency)
}

/** An amount with its currency, or `Free` for nothing. */
export function formatPrice(amount: MinorUnits, currency: Currency): string {
  return amount === 0 ? 'Free' : formatMoney(amount, currency)
}

/** The minimum a buyer pays, in minor units: nothing for a free item, else at least the provider's minimum charge (product.md). */
export function minimumCharge(content: PricedContent, charge: ChargeLimits): MinorUnits {
  if (content.pricingModel === 'free') return 0
  return Math.max(content.priceAmount, charge.min)
}

/**
 * The amount a buyer owes, in minor units: the fixed price, or with pay what you want the requested amount or the
 * minimum. Throws AppError with the specification's message for an amount below the minimum.
 */
export function resolveAmount(
  content: PricedContent,
  customAmount: string | undefined,
  charge: ChargeLimits,
): MinorUnits {
  const minimum = minimumCharge(content, charge)
  if (content.pricingModel !== 'pay_what_you_want' || customAmount === undefined || customAmount === '')
    return minimum

  const amount = parseDecimal(customAmount, content.currency)
  if (amount === undefined)
    throw invalidAmount(
      `Enter an amount with no more than ${minorUnitExponent(content.currency)} decimal places`,
    )
  if (amount < minimum) throw invalidAmount(`Minimum amount is ${formatMoney(minimum, content.currency)}`)
  if (amount > maxChargeable(charge))
    throw invalidAmount(`Maximum amount is ${formatMoney(maxChargeable(charge), content.currency)}`)
  return amount
}

/** Parses a creator's price to minor units; undefined when it is invalid or outside the charge limits. */
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

/** The field's message with the prices that `parsePrice` accepts. */
export function priceRangeMessage(currency: Currency, charge: ChargeLimits): string {
  const from = formatMoney(Math.max(charge.min, limits.minPriceAmount), currency)
  return `Enter a price from ${from} to ${formatMoney(maxChargeable(charge), currency)}`
}

/** Parses an amount that a person typed in this currency. */
export function parseTypedAmount(typed: string, currency: Currency): ParsedAmount {
  return parseAmount(typed, amountFormat(currency))
}

/** The field's message for text that `parseTypedAmount` rejects, also for empty text; undefined for valid text. */
export function typedAmountMessage(typed: string, currency: Currency): string | undefined {
  const parsed = parseTypedAmount(typed, currency)
  if ('amount' in parsed) return undefined
  return amountMessage(
    parsed.problem,
    amountFormat(currency),
    formatDecimal(5 * 10 ** (minorUnitExponent(currency) || 2), currency),
  )
}

function amountFormat(currency: Currency): AmountFormat {
  return { currency, decimals: minorUnitExponent(currency) }
}

function maxChargeable(charge: ChargeLimits): MinorUnits {
  return Math.min(limits.maxPriceAmount, charge.max)
}

function invalidAmount(message: string): AppError {
  return new AppError('invalid_input', message, { customAmount: message })
}

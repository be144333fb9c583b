import { type Currency, type MinorUnits, minorUnitExponent } from '../contract/money.ts'
import { AppError } from './errors.ts'
import { type ChargeLimits, formatMoney, parsePrice, parseTypedAmount } from './price.ts'

/** The number of suggested amounts. */
const suggestionCount = 3
/** In whole units of a currency with decimals, and in hundreds of a currency without. */
const roundAmounts = [1, 3, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000]

/** Three round amounts above the minimum, in minor units; fewer when the list has no more. */
export function defaultSuggestedAmounts(minimum: MinorUnits, currency: Currency): Array<MinorUnits> {
  const unit = 10 ** (minorUnitExponent(currency) || 2)
  return roundAmounts
    .map((step) => step * unit)
    .filter((amount) => amount > minimum)
    .slice(0, suggestionCount)
}

/** The creator's own amounts of at least the minimum, in minor units; without any, the default amounts. */
export function suggestedAmounts(
  own: ReadonlyArray<MinorUnits> | null,
  minimum: MinorUnits,
  currency: Currency,
): Array<MinorUnits> {
  const payable = (own ?? []).filter((amount) => amount >= minimum)
  return payable.length > 0 ? payable : defaultSuggestedAmounts(minimum, currency)
}

/**
 * Parses a creator's amounts, `3, 5, 10`, to sorted minor units; null for empty text. Throws AppError for anything
 * but three different amounts of at least the minimum.
 */
export function parseSuggestedAmounts(
  text: string,
  { currency, charge, minimum }: { currency: Currency; charge: ChargeLimits; minimum: MinorUnits },
): Array<MinorUnits> | null {
  const parts = splitAmounts(text)
  if (parts.length === 0) return null
  const amounts = parts.map((part) => {
    const parsed = parseTypedAmount(part, currency)
    return 'amount' in parsed ? parsePrice(parsed.amount, currency, charge) : undefined
  })
  const valid = amounts.filter((amount) => amount !== undefined && amount >= minimum)
  if (parts.length !== suggestionCount || new Set(valid).size !== suggestionCount) {
    const message = `Enter three different amounts of at least ${formatMoney(minimum, currency)}, such as 3, 5, 10`
    throw new AppError('invalid_input', message, { suggestedAmounts: message })
  }
  return valid.filter((amount) => amount !== undefined).toSorted((a, b) => a - b)
}

/**
 * Parses the amount that prefills a field to minor units; null for empty text. Throws AppError for anything but an
 * amount of at least the minimum.
 */
export function parseSuggestedAmount(
  text: string,
  { currency, charge, minimum }: { currency: Currency; charge: ChargeLimits; minimum: MinorUnits },
): MinorUnits | null {
  if (text.trim() === '') return null
  const parsed = parseTypedAmount(text, currency)
  const amount = 'amount' in parsed ? parsePrice(parsed.amount, currency, charge) : undefined
  if (amount !== undefined && amount >= minimum) return amount
  const message = `Enter an amount of at least ${formatMoney(minimum, currency)}`
  throw new AppError('invalid_input', message, { suggestedAmount: message })
}

/**
 * Splits a list of amounts. A comma beside a space separates amounts; between two digits it is a decimal separator,
 * as in `3,50, 5, 10`, unless commas are the only separators, as in `3,5,10`.
 */
function splitAmounts(text: string): Array<string> {
  const list = text.trim()
  const parts = list.split(/\s*[,，;；]\s+|\s+[,，;；]\s*|\s*[;；]\s*|\s+/).filter(Boolean)
  return parts.length === 1 ? list.split(/[,，]/).filter(Boolean) : parts
}

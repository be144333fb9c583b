import { type Currency, type MinorUnits, minorUnitExponent } from '../contract/money.ts'
import { AppError } from './errors.ts'
import { type ChargeLimits, formatMoney, parsePrice, parseTypedAmount } from './price.ts'

/** The number of suggested amounts. */
const suggestionCount = 3
/** Whole units of a currency with decimals; hundreds of one without. */
const roundAmounts = [1, 3, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000]

/** Three round amounts above the minimum, in minor units; fewer when the list has no more. */
export function defaultSuggestedAmounts(minimum: MinorUnits, currency: Currency): Array<MinorUnits> {
  const unit = 10 ** (minorUnitExponent(currency) || 2)
  return roundAmounts
    .map((step) => step * unit)
    .filter((amount) => amount > minimum)
    .slice(0, suggestionCount)
}

/** The creator's own amounts that are still payable; else the default ones. */
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
  const parts = partsOf(text)
  if (parts.length === 0) return null
  const amounts = parts.map((part) => {
    const read = parseTypedAmount(part, currency)
    return 'amount' in read ? parsePrice(read.amount, currency, charge) : undefined
  })
  const read = amounts.filter((amount) => amount !== undefined && amount >= minimum)
  if (parts.length !== suggestionCount || new Set(read).size !== suggestionCount) {
    const sentence = `Enter three different amounts of at least ${formatMoney(minimum, currency)}, such as 3, 5, 10`
    throw new AppError('invalid_input', sentence, { suggestedAmounts: sentence })
  }
  return read.filter((amount) => amount !== undefined).toSorted((a, b) => a - b)
}

/**
 * Parses the amount that a field starts with to minor units; null for empty text. Throws AppError for anything but an
 * amount of at least the minimum.
 */
export function parseSuggestedAmount(
  text: string,
  { currency, charge, minimum }: { currency: Currency; charge: ChargeLimits; minimum: MinorUnits },
): MinorUnits | null {
  if (text.trim() === '') return null
  const read = parseTypedAmount(text, currency)
  const amount = 'amount' in read ? parsePrice(read.amount, currency, charge) : undefined
  if (amount !== undefined && amount >= minimum) return amount
  const sentence = `Enter an amount of at least ${formatMoney(minimum, currency)}`
  throw new AppError('invalid_input', sentence, { suggestedAmount: sentence })
}

/**
 * Splits a list of amounts. A comma beside a space separates amounts; between two digits it is a decimal separator,
 * as in `3,50, 5, 10`, unless commas are the only separators, as in `3,5,10`.
 */
function partsOf(text: string): Array<string> {
  const list = text.trim()
  const parts = list.split(/\s*[,，;；]\s+|\s+[,，;；]\s*|\s*[;；]\s*|\s+/).filter(Boolean)
  return parts.length === 1 ? list.split(/[,，]/).filter(Boolean) : parts
}

import { type Currency, type MinorUnits, minorUnitExponent } from '../contract/money.ts'
import { AppError } from './errors.ts'
import { type ChargeLimits, formatMoney, parsePrice, parseTypedAmount } from './price.ts'

/** The number of suggested amounts. */
const suggestionCount = 3
/** The sales behind a typical amount. The maximum limits the work of each page view. */
export const typicalAmountSales = { min: 5, max: 200 }

/** What buyers usually pay, in minor units: the median, and whether more than half paid exactly that. Null with too few sales. */
export function typicalAmountOf(
  paid: ReadonlyArray<MinorUnits>,
): { amount: MinorUnits; isPaidByMost: boolean } | null {
  if (paid.length < typicalAmountSales.min) return null
  const amount = paid.toSorted((a, b) => a - b)[Math.ceil(paid.length / 2) - 1]
  if (amount === undefined) return null
  return { amount, isPaidByMost: paid.filter((one) => one === amount).length * 2 > paid.length }
}

/**
 * The amounts beside the field, in minor units: the creator's own of at least the minimum. Without any, from the typical amount:
 * the minimum, the typical one, one and a half and two and a half of it, in whole units of the currency, or in hundreds of one
 * without decimals. None without a typical amount.
 */
export function suggestedAmounts(
  own: ReadonlyArray<MinorUnits> | null,
  { minimum, typical, currency }: { minimum: MinorUnits; typical: MinorUnits | null; currency: Currency },
): Array<MinorUnits> {
  const payable = (own ?? []).filter((amount) => amount >= minimum)
  if (payable.length > 0) return payable
  if (typical === null || typical <= minimum) return []
  const unit = 10 ** (minorUnitExponent(currency) || 2)
  const larger = [1.5, 2.5].map((factor) => Math.round((typical * factor) / unit) * unit)
  return [minimum, typical, ...larger].filter((amount, at, all) => amount > Math.max(0, ...all.slice(0, at)))
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

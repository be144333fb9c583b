import { type Currency, type MinorUnits, minorUnitExponent } from '../contract/money.ts'
import { AppError } from './errors.ts'
import { type ChargeLimits, formatMoney, parsePrice, readTyped } from './price.ts'

/** How many amounts stand beside the field. */
const suggestionCount = 3
/** Whole units of a currency with decimals; hundreds of one without. */
const roundAmounts = [1, 3, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000]

/** Three round amounts above the minimum, in cents; fewer where none are left. */
export function defaultSuggestedAmounts(minimum: MinorUnits, currency: Currency): Array<MinorUnits> {
  const unit = 10 ** (minorUnitExponent(currency) || 2)
  return roundAmounts
    .map((step) => step * unit)
    .filter((amount) => amount > minimum)
    .slice(0, suggestionCount)
}

/** The creator's own amounts where they have any, those that may still be paid; else the default ones. */
export function suggestedAmounts(
  own: ReadonlyArray<MinorUnits> | null,
  minimum: MinorUnits,
  currency: Currency,
): Array<MinorUnits> {
  const payable = (own ?? []).filter((amount) => amount >= minimum)
  return payable.length > 0 ? payable : defaultSuggestedAmounts(minimum, currency)
}

/**
 * Amounts as a creator typed them, `3, 5, 10`, in cents and from small to large; null for none typed. Throws AppError for
 * anything but three different amounts of at least the minimum. A comma beside a space separates amounts. Between two digits
 * it is a decimal separator, unless commas are the only separators (`3,5,10`).
 */
export function parseSuggestedAmounts(
  text: string,
  { currency, charge, minimum }: { currency: Currency; charge: ChargeLimits; minimum: MinorUnits },
): Array<MinorUnits> | null {
  const parts = partsOf(text)
  if (parts.length === 0) return null
  const amounts = parts.map((part) => {
    const read = readTyped(part, currency)
    return 'amount' in read ? parsePrice(read.amount, currency, charge) : undefined
  })
  const read = amounts.filter((amount) => amount !== undefined && amount >= minimum)
  if (parts.length !== suggestionCount || new Set(read).size !== suggestionCount) {
    const sentence = `Enter three different amounts of at least ${formatMoney(minimum, currency)}, like 3, 5, 10`
    throw new AppError('invalid_input', sentence, { suggestedAmounts: sentence })
  }
  return read.filter((amount) => amount !== undefined).toSorted((a, b) => a - b)
}

/**
 * The amounts of a list. A comma beside a space separates two of them; a comma between two digits is a decimal sign, as in
 * `3,50, 5, 10`, unless commas are all there is, as in `3,5,10`.
 */
function partsOf(text: string): Array<string> {
  const list = text.trim()
  const parts = list.split(/\s*[,，;；]\s+|\s+[,，;；]\s*|\s*[;；]\s*|\s+/).filter(Boolean)
  return parts.length === 1 ? list.split(/[,，]/).filter(Boolean) : parts
}

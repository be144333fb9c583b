import { type Currency, formatDecimal, minorUnitExponent, parseDecimal } from '../../../../contract/money.ts'

/** Nearly even on a logarithmic scale, in round amounts. */
const steps = [1, 2, 3, 4, 5, 8, 10, 15, 20, 30, 50, 75, 100, 200, 300, 500, 1_000]
/** The steps that are named below the slider: each a quarter of it further. */
const marks = [0, 4, 8, 12, 16]

/** A currency without smaller units has amounts of a hundred times as many. */
function minorUnits(step: number, currency: Currency): number {
  return step * 10 ** (minorUnitExponent(currency) || 2)
}

export const lastStep = steps.length - 1

export function stepAmount(index: number, currency: Currency): string {
  return formatDecimal(minorUnits(steps[index] ?? 1, currency), currency)
}

/** The step that is nearest to an amount. */
export function stepOf(amount: string, currency: Currency): number {
  const typed = parseDecimal(amount, currency) ?? 0
  const distances = steps.map((step) => Math.abs(Math.log(minorUnits(step, currency) / Math.max(1, typed))))
  return distances.indexOf(Math.min(...distances))
}

/** The amounts below the slider, at equal distances. */
export function priceMarks(currency: Currency): Array<string> {
  return marks.map((index) => stepAmount(index, currency))
}

import type { MinorUnits } from '../contract/money.ts'

const milestones = [1, 10, 100, 1_000]
/** From so many sales on there is no further milestone. */
export const maxCountedSales = 1_001

/** The milestone that a creator's sale of this number is; undefined for other numbers. */
export function milestoneOf(saleNumber: number): number | undefined {
  return milestones.find((milestone) => milestone === saleNumber)
}

/**
 * How many more sales like one that earned so much make the least that is paid out; undefined where it is reached, or far.
 * All amounts are in minor units.
 */
export function salesToPayout({
  balance,
  minimum,
  earned,
}: {
  balance: MinorUnits
  minimum: MinorUnits
  earned: MinorUnits
}): number | undefined {
  if (balance >= minimum || earned <= 0) return undefined
  const count = Math.ceil((minimum - balance) / earned)
  return count <= maxCounted ? count : undefined
}

/** With more of them the number discourages. */
const maxCounted = 20

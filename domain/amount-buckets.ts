import type { MinorUnits } from '../contract/money.ts'

/** The number of sales at which this amount was paid. */
export type PaidAmount = { amount: MinorUnits; sales: number }

/** Both ends belong to the bucket; `to` is undefined for the last one when it has no upper end. */
export type AmountBucket = { from: MinorUnits; to: MinorUnits | undefined; sales: number }

const maxBuckets = 8
/** In minor units. */
const minBucketWidth = 100
/** The share of sales with buckets of equal width. Higher amounts share the last bucket, to keep the chart readable. */
const usualShare = 0.9

/**
 * The sales in at most eight buckets of a round width (1, 2 or 5 times a power of ten, in minor units), from the lowest
 * amount on. Empty without sales.
 */
export function bucketAmounts(paid: ReadonlyArray<PaidAmount>): Array<AmountBucket> {
  const sorted = paid.toSorted((a, b) => a.amount - b.amount)
  const [lowest] = sorted
  if (!lowest) return []
  const usual = usualMaximum(sorted)
  const width = bucketWidth(lowest.amount, usual)
  const first = Math.floor(lowest.amount / width)
  const last = Math.floor(usual / width)
  const buckets = Array.from({ length: last - first + 1 }, (_, index) => {
    const from = (first + index) * width
    return { from, to: from + width - 1, sales: countBetween(sorted, from, from + width) }
  })
  const rest = countBetween(sorted, (last + 1) * width, Number.POSITIVE_INFINITY)
  return rest === 0 ? buckets : [...buckets, { from: (last + 1) * width, to: undefined, sales: rest }]
}

/** The amount that nine of ten sales do not exceed. */
function usualMaximum(sorted: ReadonlyArray<PaidAmount>): MinorUnits {
  const needed = usualShare * sorted.reduce((sum, { sales }) => sum + sales, 0)
  let counted = 0
  for (const { amount, sales } of sorted) {
    counted += sales
    if (counted >= needed) return amount
  }
  return sorted.at(-1)?.amount ?? 0
}

function bucketWidth(lowest: MinorUnits, highest: MinorUnits): MinorUnits {
  for (let power = minBucketWidth; ; power *= 10)
    for (const width of [power, 2 * power, 5 * power])
      if (Math.floor(highest / width) - Math.floor(lowest / width) < maxBuckets - 1) return width
}

function countBetween(paid: ReadonlyArray<PaidAmount>, from: MinorUnits, end: MinorUnits): number {
  return paid.reduce((sum, { amount, sales }) => (amount >= from && amount < end ? sum + sales : sum), 0)
}

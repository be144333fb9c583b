import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bucketAmounts } from './chart-buckets.ts'

test('amounts are counted in buckets of a round width, also empty ones', () => {
  expect(
    bucketAmounts([
      { amount: 250, sales: 3 },
      { amount: 299, sales: 1 },
      { amount: 500, sales: 4 },
    ]),
  ).toEqual([
    { from: 200, to: 299, sales: 4 },
    { from: 300, to: 399, sales: 0 },
    { from: 400, to: 499, sales: 0 },
    { from: 500, to: 599, sales: 4 },
  ])
})

test('a few high amounts share the last bucket', () => {
  expect(
    bucketAmounts([
      { amount: 300, sales: 20 },
      { amount: 90_000, sales: 1 },
    ]),
  ).toEqual([
    { from: 300, to: 399, sales: 20 },
    { from: 400, to: undefined, sales: 1 },
  ])
  expect(bucketAmounts([])).toEqual([])
})

test('every sale is in one of at most eight buckets', () => {
  const paid = fc.array(
    fc.record({ amount: fc.integer({ min: 1, max: 99_999_999 }), sales: fc.integer({ min: 1, max: 500 }) }),
  )
  fc.assert(
    fc.property(paid, (amounts) => {
      const buckets = bucketAmounts(amounts)
      const sum = (of: ReadonlyArray<{ sales: number }>) => of.reduce((total, { sales }) => total + sales, 0)

      expect(buckets.length).toBeLessThanOrEqual(8)
      expect(sum(buckets)).toBe(sum(amounts))
    }),
  )
})

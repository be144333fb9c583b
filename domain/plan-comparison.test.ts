import { expect, test } from 'vitest'
import { breakEvenSales, splitSales } from './plan-comparison.ts'

const creator = { feeBasisPoints: 2000, monthlyAmount: 0 }
const pro = { feeBasisPoints: 0, monthlyAmount: 9900 }

test('of $1,000.00 a creator keeps $800.00 without Pro and $901.00 with it', () => {
  expect(splitSales(100_000, creator)).toEqual({ cost: 20_000, kept: 80_000 })
  expect(splitSales(100_000, pro)).toEqual({ cost: 9_900, kept: 90_100 })
})

test('Pro without sales costs its price', () => {
  expect(splitSales(0, pro)).toEqual({ cost: 9_900, kept: -9_900 })
})

test('both plans leave the same at $495.00', () => {
  expect(breakEvenSales(creator, pro)).toBe(49_500)
  expect(splitSales(49_500, creator).kept).toBe(splitSales(49_500, pro).kept)
})

test('Pro leaves less just below the break-even, also where it is rounded', () => {
  const odd = { feeBasisPoints: 1700, monthlyAmount: 0 }
  const from = breakEvenSales(odd, pro) ?? 0

  expect(from).toBe(58_236)
  expect(splitSales(from, pro).kept).toBeGreaterThanOrEqual(splitSales(from, odd).kept)
  expect(splitSales(from - 10, pro).kept).toBeLessThan(splitSales(from - 10, odd).kept)
})

test('there is no break-even without a fee', () => {
  expect(breakEvenSales({ ...creator, feeBasisPoints: 0 }, pro)).toBeUndefined()
})

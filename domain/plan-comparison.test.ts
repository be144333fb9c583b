import { expect, test } from 'vitest'
import { breakEvenSales, splitSales } from './fees.ts'

const creator = { feeBasisPoints: 2000, monthlyAmount: 0 }
const pro = { feeBasisPoints: 0, monthlyAmount: 9900 }

test('the net amount of $1,000.00 is $800.00 without Pro and $901.00 with it', () => {
  expect(splitSales(100_000, creator)).toEqual({ cost: 20_000, net: 80_000 })
  expect(splitSales(100_000, pro)).toEqual({ cost: 9_900, net: 90_100 })
})

test('without sales, the net amount with Pro is minus its price', () => {
  expect(splitSales(0, pro)).toEqual({ cost: 9_900, net: -9_900 })
})

test('both plans have the same net amount at $495.00', () => {
  expect(breakEvenSales(creator, pro)).toBe(49_500)
  expect(splitSales(49_500, creator).net).toBe(splitSales(49_500, pro).net)
})

test('the net amount with Pro is lower just below a rounded break-even', () => {
  const odd = { feeBasisPoints: 1700, monthlyAmount: 0 }
  const from = breakEvenSales(odd, pro) ?? 0

  expect(from).toBe(58_236)
  expect(splitSales(from, pro).net).toBeGreaterThanOrEqual(splitSales(from, odd).net)
  expect(splitSales(from - 10, pro).net).toBeLessThan(splitSales(from - 10, odd).net)
})

test('there is no break-even without a fee', () => {
  expect(breakEvenSales({ ...creator, feeBasisPoints: 0 }, pro)).toBeUndefined()
})

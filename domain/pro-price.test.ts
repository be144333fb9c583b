import { expect, test } from 'vitest'
import { defaultProPrice, proPriceProblem } from './pro-price.ts'

const monthly = { amount: 9_900, currency: 'USD', interval: 'month', intervalCount: 1, isActive: true }

test.each([
  [{}, undefined],
  [{ isActive: false }, 'it is archived'],
  [{ currency: 'EUR' }, 'it is in EUR, and this site is in USD'],
  [{ interval: 'year' }, 'it is charged every year, and Pro is monthly'],
  [{ intervalCount: 3 }, 'it is charged every 3 months, and Pro is monthly'],
  [{ interval: null }, 'it is not charged every month'],
  [{ amount: null }, 'it has no fixed amount'],
  [{ amount: 0 }, 'it is free'],
])('a price with %o is sold, or says why not', (changes, problem) => {
  expect(proPriceProblem({ ...monthly, ...changes }, 'USD')).toBe(problem)
})

test('the sandbox has a price of its own in each currency that it knows', () => {
  const prices = ['USD', 'EUR', 'JPY', 'HUF', 'INR', 'MXN'].map(defaultProPrice)

  expect(prices).toEqual([9_900, 9_900, 12_000, 4_000_000, 800_000, 200_000])
  expect(defaultProPrice('KWD')).toBeUndefined()
  expect(defaultProPrice('constructor')).toBeUndefined()
})

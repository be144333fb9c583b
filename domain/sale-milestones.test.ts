import { expect, test } from 'vitest'
import { milestoneOf, salesToPayout } from './sale-milestones.ts'

test.each([
  [1, 1],
  [2, undefined],
  [10, 10],
  [99, undefined],
  [100, 100],
  [1_000, 1_000],
  [1_001, undefined],
])('sale %i has the milestone %s', (number, milestone) => {
  expect(milestoneOf(number)).toBe(milestone)
})

test.each([
  { currency: 'USD', balance: 960, minimum: 2_500, earned: 960, left: 2 },
  { currency: 'USD', balance: 960, minimum: 2_500, earned: 1_540, left: 1 },
  { currency: 'USD', balance: 2_500, minimum: 2_500, earned: 960, left: undefined },
  { currency: 'USD', balance: 80, minimum: 2_500, earned: 80, left: undefined },
  { currency: 'EUR', balance: -500, minimum: 2_500, earned: 1_500, left: 2 },
  { currency: 'JPY', balance: 800, minimum: 3_500, earned: 800, left: 4 },
  { currency: 'BHD', balance: 2_400, minimum: 9_500, earned: 2_400, left: 3 },
  { currency: 'USD', balance: 0, minimum: 2_500, earned: 0, left: undefined },
])('$left more sales of $earned lead from $balance to $minimum ($currency)', ({ left, ...amounts }) => {
  expect(salesToPayout(amounts)).toBe(left)
})

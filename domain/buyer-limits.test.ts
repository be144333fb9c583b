import { expect, test } from 'vitest'
import { buyerRefusal } from './buyer-limits.ts'

const once = 'You’ve used SPRING already.'
const first = 'SPRING is for a first purchase, and you’ve bought from this creator before.'

test.each([
  { maxPerBuyer: null, firstPurchaseOnly: false, purchases: 9, uses: 9, refusal: undefined },
  { maxPerBuyer: 1, firstPurchaseOnly: false, purchases: 3, uses: 0, refusal: undefined },
  { maxPerBuyer: 1, firstPurchaseOnly: false, purchases: 1, uses: 1, refusal: once },
  { maxPerBuyer: 1, firstPurchaseOnly: false, purchases: 2, uses: 2, refusal: once },
  { maxPerBuyer: 3, firstPurchaseOnly: false, purchases: 2, uses: 2, refusal: undefined },
  {
    maxPerBuyer: 3,
    firstPurchaseOnly: false,
    purchases: 3,
    uses: 3,
    refusal: 'You’ve used SPRING 3 times, which is as often as one buyer can.',
  },
  { maxPerBuyer: null, firstPurchaseOnly: true, purchases: 0, uses: 0, refusal: undefined },
  { maxPerBuyer: null, firstPurchaseOnly: true, purchases: 1, uses: 0, refusal: first },
  { maxPerBuyer: 1, firstPurchaseOnly: true, purchases: 1, uses: 1, refusal: first },
])('a code with the limits and the history %o', ({ refusal, purchases, uses, ...limits }) => {
  expect(buyerRefusal({ code: 'SPRING', ...limits }, { purchases, uses })).toBe(refusal)
})

import { expect, test } from 'vitest'
import { addressRefusal, buyerRefusal, comparedAddress } from './buyer-limits.ts'

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

test.each([
  [null, 9, undefined],
  [1, 0, undefined],
  [1, 1, 'With this address SPRING can’t be used again.'],
  [3, 2, undefined],
  [3, 4, 'With this address SPRING can’t be used again.'],
])('a limit of %s for an address with %i uses', (maxPerBuyer, uses, refusal) => {
  expect(addressRefusal({ code: 'SPRING', maxPerBuyer, firstPurchaseOnly: true }, uses)).toBe(refusal)
})

test.each([
  ['sam@example.com', 'sam@example.com'],
  ['Sam.Ortiz@Example.COM', 'sam.ortiz@example.com'],
  ['sam+shop@example.com', 'sam@example.com'],
  ['sam+a+b@example.com', 'sam@example.com'],
  ['sam@plus+host.example', 'sam@plus+host.example'],
  ['', ''],
])('%s is compared as %s', (email, compared) => {
  expect(comparedAddress(email)).toBe(compared)
})

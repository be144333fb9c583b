import { expect, test } from 'vitest'
import { buyerOf, saleWords } from './sale-words.ts'

const sale = { state: 'paid', access: 'open', refundRequest: null } as const

test.each([
  ['Paid', sale],
  ['Partly refunded', { ...sale, state: 'partly_refunded' }],
  ['Refunded', { ...sale, state: 'refunded', access: 'closed' }],
  ['Disputed', { ...sale, state: 'disputed', access: 'closed' }],
  ['Access closed', { ...sale, access: 'closed' }],
  ['Refund asked', { ...sale, state: 'partly_refunded', refundRequest: 7 }],
] as const)('a sale is said to be: %s', (label, of) => {
  expect(saleWords(of).label).toBe(label)
})

test('a buyer goes by the name they left, else by their address', () => {
  expect(buyerOf({ supporterName: 'Ada', buyer: 'ada@example.com' })).toBe('Ada')
  expect(buyerOf({ supporterName: '', buyer: 'ada@example.com' })).toBe('ada@example.com')
  expect(buyerOf({ supporterName: '', buyer: '' })).toBe('Somebody without an e-mail')
})

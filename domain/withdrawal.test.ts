import { expect, test } from 'vitest'
import { canWithdraw } from './buyer-terms.ts'

const paidAt = new Date('2026-03-01T12:00:00.000Z')
const sale = { buyerCountry: 'DE', sellerCountry: 'US', consentedAt: null, paidAt }

test('a buyer of the EEA or the United Kingdom may withdraw for 14 days', () => {
  expect(canWithdraw(sale, new Date('2026-03-15T11:59:59.999Z'))).toBe(true)
  expect(canWithdraw(sale, new Date('2026-03-15T12:00:00.000Z'))).toBe(false)
  expect(canWithdraw({ ...sale, buyerCountry: 'GB' }, paidAt)).toBe(true)
})

test('the consent to immediate delivery ends the right of withdrawal', () => {
  expect(canWithdraw({ ...sale, consentedAt: paidAt }, paidAt)).toBe(false)
})

test('elsewhere only the buyers of a seller of the EEA may withdraw', () => {
  expect(canWithdraw({ ...sale, buyerCountry: 'US' }, paidAt)).toBe(false)
  expect(canWithdraw({ ...sale, buyerCountry: null, sellerCountry: 'DE' }, paidAt)).toBe(true)
})

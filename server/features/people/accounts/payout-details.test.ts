import { expect, test } from 'vitest'
import {
  decryptPayoutDetails,
  encryptPayoutDetails,
  keyIdOf,
  shownPayoutDetails,
  UnreadablePayoutDetailsError,
} from './payout-details.ts'

const old = { id: '2025', key: Buffer.alloc(32, 1) }
const current = { id: '2026', key: Buffer.alloc(32, 2) }
const details = 'Mara Lind, IBAN DE89370400440532013000'

test('payout details are encrypted with the first key, and each time differently', () => {
  const keys = { payoutKeys: [current, old] }

  const first = encryptPayoutDetails(keys, '7', details)
  const second = encryptPayoutDetails(keys, '7', details)

  expect(keyIdOf(first)).toBe('2026')
  expect(first).not.toBe(second)
  expect(first).not.toContain('3000')
  expect([first, second].map((stored) => decryptPayoutDetails(keys, '7', stored))).toEqual([details, details])
})

test('an old key still decrypts, and a missing one is named', () => {
  const stored = encryptPayoutDetails({ payoutKeys: [old] }, '7', details)

  expect(decryptPayoutDetails({ payoutKeys: [current, old] }, '7', stored)).toBe(details)
  expect(() => decryptPayoutDetails({ payoutKeys: [current] }, '7', stored)).toThrow(
    UnreadablePayoutDetailsError,
  )
  expect(() => decryptPayoutDetails({ payoutKeys: [current] }, '7', stored)).toThrow('“2025”')
})

test('details that were changed or moved to another creator are not decrypted', () => {
  const keys = { payoutKeys: [current] }
  const stored = encryptPayoutDetails(keys, '7', details)
  const changed = stored.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))

  expect(() => decryptPayoutDetails(keys, '8', stored)).toThrow()
  expect(() => decryptPayoutDetails(keys, '7', changed)).toThrow()
})

test('details that a previous version stored in clear are read and shown masked', () => {
  expect(decryptPayoutDetails({ payoutKeys: [current] }, '7', details)).toBe(details)
  expect(shownPayoutDetails(details, null)).toBe('account ending in 3000')
  expect(shownPayoutDetails(null, null)).toBeNull()
})

import { expect, test } from 'vitest'
import { licenseEnd, licenseState, makeLicenseKey, normalizeLicenseKey, offlineUntil } from './license-key.ts'

const now = new Date('2026-11-28T12:00:00Z')
const dayMs = 24 * 3_600_000
const inDays = (days: number) => new Date(now.getTime() + days * dayMs)

test('a key has 25 letters and digits in groups of five after its prefix', () => {
  expect(makeLicenseKey('TIDE', new Uint8Array(16))).toBe('TIDE-00000-00000-00000-00000-00000')
  expect(makeLicenseKey('', new Uint8Array(16).fill(255))).toBe('ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ')
  expect(
    makeLicenseKey(
      '',
      Uint8Array.from({ length: 16 }, (_, index) => index * 17),
    ),
  ).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/)
})

test('each of the first 125 random bits changes the key', () => {
  const keys = Array.from({ length: 125 }, (_, bit) => {
    const bytes = new Uint8Array(16)
    bytes[Math.floor(bit / 8)] = 128 >> (bit % 8)
    return makeLicenseKey('', bytes)
  })

  expect(new Set(keys).size).toBe(125)
})

test.each([
  'TIDE-7KQ2M-9XD4P-TN0B6-WRF3A-HZ8CJ',
  'tide 7kq2m 9xd4p tnob6 wrf3a hz8cj',
  ' TIDE7KQ2M9XD4PTNOB6WRF3AHZ8CJ\n',
  'TIDE–7KQ2M—9XD4P‑TN0B6-WRF3A-HZ8CJ',
  'TLDE-7KQ2M-9XD4P-TN0B6-WRF3A-HZ8CJ',
])('%s is read as the same key', (typed) => {
  expect(normalizeLicenseKey(typed)).toBe('T1DE7KQ2M9XD4PTN0B6WRF3AHZ8CJ')
})

test('a key ends at its end, and when it is revoked', () => {
  expect(licenseState({ revokedAt: null, expiresAt: null }, now)).toBe('active')
  expect(licenseState({ revokedAt: null, expiresAt: inDays(1) }, now)).toBe('active')
  expect(licenseState({ revokedAt: null, expiresAt: now }, now)).toBe('expired')
  expect(licenseState({ revokedAt: now, expiresAt: now }, now)).toBe('revoked')
})

test('a key of 365 days ends after 365 days, one without days never', () => {
  expect(licenseEnd(365, now)).toEqual(inDays(365))
  expect(licenseEnd(null, now)).toBeNull()
})

test('an app works offline for 14 days, but not past the end of the key', () => {
  expect(offlineUntil(null, now)).toEqual(inDays(14))
  expect(offlineUntil(inDays(3), now)).toEqual(inDays(3))
})

import { limits } from '../contract/limits.ts'

/** Crockford's base32: no I, L, O or U, so that nothing is read as something else. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groupCount = 5
const groupLength = 5

/** How many random bytes a key is made of: 125 of their 128 bits. */
export const licenseKeyBytes = 16

/** A key of these random bytes: `TIDE-7KQ2M-9XD4P-TN0B6-WRF3A-HZ8CJ`, without a prefix the five groups alone. */
export function makeLicenseKey(prefix: string, random: Uint8Array): string {
  const bits = [...random].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = Array.from({ length: groupCount }, (_, group) =>
    Array.from({ length: groupLength }, (_each, letter) => {
      const from = (group * groupLength + letter) * 5
      return letters[Number.parseInt(bits.slice(from, from + 5), 2)]
    }).join(''),
  )
  return [...(prefix ? [prefix] : []), ...groups].join('-')
}

/**
 * What two ways to type the same key have in common: capital letters without spaces and dashes, O as 0, I and L as 1. Keys
 * are compared by it.
 */
export function normalizeLicenseKey(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
}

/** Whether a key may be used: not since its creator ended it, nor since its last day. */
export function licenseState(
  { revokedAt, expiresAt }: { revokedAt: Date | null; expiresAt: Date | null },
  now: Date,
): 'active' | 'expired' | 'revoked' {
  if (revokedAt) return 'revoked'
  return expiresAt && expiresAt <= now ? 'expired' : 'active'
}

const dayMs = 24 * 3_600_000

/** The end of a key that is issued now; null for no end. */
export function licenseEnd(validDays: number | null, now: Date): Date | null {
  return validDays === null ? null : new Date(now.getTime() + validDays * dayMs)
}

/** Until when an app may go without asking again: 14 days, but never past the end of the key. */
export function offlineUntil(expiresAt: Date | null, now: Date): Date {
  const later = new Date(now.getTime() + offlineDays * dayMs)
  return expiresAt && expiresAt < later ? expiresAt : later
}

const offlineDays = 14

/** Until when a buyer waits for a key who paid when there was none. Then the purchase is refunded. */
export function waitsUntil(since: Date): Date {
  return new Date(since.getTime() + limits.licenseWaitMs)
}

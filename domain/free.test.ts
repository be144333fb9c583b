import { expect, test } from 'vitest'
import { isFreePaused, isFreeSurge } from './free.ts'

test.each([
  [499, 0, false],
  [500, 0, true],
  [500, 99, true],
  [500, 100, false],
  [501, 100, true],
  [10_000, 2_000, false],
  [10_001, 2_000, true],
])('%i in an hour with %i visitors of the page is a surge: %s', (claimCount, viewCount, isSurge) => {
  expect(isFreeSurge({ claimCount, viewCount })).toBe(isSurge)
})

test('a free item is paused until its time', () => {
  const freePausedUntil = new Date('2026-11-01T10:15:00Z')

  expect(isFreePaused({ freePausedUntil }, new Date('2026-11-01T10:14:59Z'))).toBe(true)
  expect(isFreePaused({ freePausedUntil }, freePausedUntil)).toBe(false)
  expect(isFreePaused({ freePausedUntil: null }, freePausedUntil)).toBe(false)
})

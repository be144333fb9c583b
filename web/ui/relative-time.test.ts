import { expect, test } from 'vitest'
import { formatTimeAgo } from './relative-time.tsx'

test.each([
  ['2026-11-27T11:59:30Z', 'just now'],
  ['2026-11-27T12:00:40Z', 'just now'],
  ['2026-11-27T11:55:00Z', '5 minutes ago'],
  ['2026-11-27T11:00:00Z', '1 hour ago'],
  ['2026-11-26T13:00:00Z', '23 hours ago'],
  ['2026-11-26T11:00:00Z', 'yesterday'],
  ['2026-11-22T11:00:00Z', '5 days ago'],
  ['2026-11-20T12:00:00Z', undefined],
])('%s is %s at noon of November 27', (iso, text) => {
  expect(formatTimeAgo(iso, new Date('2026-11-27T12:00:00Z'))).toBe(text)
})

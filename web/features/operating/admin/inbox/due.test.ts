import { expect, test } from 'vitest'
import { dueIn, inboxSummary } from './due.ts'

const now = Date.parse('2026-11-26T12:00:00Z')
const after = (hours: number) => new Date(now + hours * 3_600_000).toISOString()

test.each([
  [after(9), 'in 9 hours', true],
  [after(12), 'in 12 hours', true],
  [after(12.5), 'in 12 hours', false],
  [after(0.01), 'in 1 minute', true],
  [after(25), 'tomorrow', false],
  [after(73), '3 days', false],
  [after(-1), '1 hour late', true],
  [after(-50), '2 days late', true],
  [null, 'no date', false],
])('%s is due %s', (dueAt, text, isUrgent) => {
  expect(dueIn(dueAt, now)).toEqual({ text, isUrgent })
})

test('the summary counts and names the next one', () => {
  expect(inboxSummary(0, undefined, now)).toBe('Nothing to decide')
  expect(inboxSummary(7, after(9), now)).toBe('7 to decide, the next one in 9 hours')
  expect(inboxSummary(2, after(80), now)).toBe('2 to decide, the next one in 3 days')
  expect(inboxSummary(2, after(-80), now)).toBe('2 to decide, the first 3 days late')
  expect(inboxSummary(1, null, now)).toBe('1 to decide')
})

import { expect, test } from 'vitest'
import { payoutMethodLabel } from '../../../../contract/payout-labels.ts'
import { formatDateTime } from '../../../ui/format.ts'
import { formatMonth, fullName, humanize, waitUnit } from './format.ts'

test('times and months are formatted in UTC', () => {
  expect(formatDateTime('2026-11-21T23:59:00.000Z')).toBe('Nov 21, 2026, 11:59 PM UTC')
  expect(formatMonth({ month: 12, year: 2026 })).toBe('December 2026')
})

test('actions, payout methods and names are formatted for display', () => {
  expect(humanize('suspendCreator')).toBe('Suspend creator')
  expect(payoutMethodLabel('cashapp')).toBe('Cash App')
  expect(fullName({ firstName: 'Mara', lastName: null })).toBe('Mara')
})

test('an axis of waiting times has a unit that people count in', () => {
  expect(waitUnit(90).short).toBe('s')
  expect(waitUnit(3_600).short).toBe('min')
  expect(waitUnit(10 * 3_600).short).toBe('h')
  expect(waitUnit(4_000_000).short).toBe('d')
})

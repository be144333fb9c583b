import { expect, test } from 'vitest'
import { wayName } from '../../../contract/payout-words.ts'
import { formatMoment } from '../../ui/date-text.ts'
import { actName, fullName, periodName } from './words.ts'

test('moments and months are those of the books', () => {
  expect(formatMoment('2026-11-21T23:59:00.000Z')).toBe('21 Nov 2026, 23:59 UTC')
  expect(periodName({ month: 12, year: 2026 })).toBe('December 2026')
})

test('acts, ways and names are words a person reads', () => {
  expect(actName('suspendCreator')).toBe('Suspend creator')
  expect(wayName('cashapp')).toBe('Cash App')
  expect(fullName({ firstName: 'Mara', lastName: null })).toBe('Mara')
})

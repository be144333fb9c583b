import { expect, test } from 'vitest'
import type { SaleDetail } from '../../../../contract/sales.ts'
import { formatDateTime } from '../../../ui/format.ts'
import { accessDescription, emailLabel } from './sale-labels.ts'

const sale = { revocation: null, firstAccessedAt: null } as SaleDetail
const at = '2026-03-01T12:05:00.000Z'

test('the description of active access says whether it was used', () => {
  expect(accessDescription(sale, formatDateTime)).toBe('The buyer has access. Not opened yet.')
  expect(accessDescription({ ...sale, firstAccessedAt: at }, formatDateTime)).toBe(
    'The buyer has access. First opened Mar 1, 2026, 12:05 PM UTC.',
  )
})

test.each([
  ['creator', 'You revoked access on Mar 1, 2026, 12:05 PM UTC.'],
  ['admin', 'We revoked access on Mar 1, 2026, 12:05 PM UTC.'],
  ['refund', 'Access ended with the refund on Mar 1, 2026, 12:05 PM UTC.'],
  ['dispute', 'Their bank will decide.'],
] as const)('the description of access revoked by %s says so', (by, words) => {
  expect(accessDescription({ ...sale, revocation: { at, by, reason: '' } }, formatDateTime)).toContain(words)
})

test('every kind of email has a label, also an unknown one', () => {
  expect(emailLabel('purchase_access_resent')).toBe('Access link resent')
  expect(emailLabel('something-new')).toBe('Email')
})

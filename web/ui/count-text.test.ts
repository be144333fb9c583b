import { expect, test } from 'vitest'
import { formatCount, pluralize } from './count-text.ts'

test('counts have thousands separators, and one item is singular', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567')
  expect([0, 1, 2, 1_234].map((count) => pluralize(count, 'sale'))).toEqual([
    '0 sales',
    '1 sale',
    '2 sales',
    '1,234 sales',
  ])
})

import { expect, test } from 'vitest'
import { formatCount, formatShare, pluralize } from './format.ts'

test('counts have thousands separators, and one item is singular', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567')
  expect([0, 1, 2, 1_234].map((count) => pluralize(count, 'sale'))).toEqual([
    '0 sales',
    '1 sale',
    '2 sales',
    '1,234 sales',
  ])
})

test('a share is a percentage, with one decimal under ten', () => {
  expect([0, 0.0004, 0.0169, 0.02, 0.26, 1].map(formatShare)).toEqual([
    ...['0%', 'under 0.1%', '1.7%', '2.0%', '26%', '100%'],
  ])
})

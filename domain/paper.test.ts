import { expect, test } from 'vitest'
import { paperSizeOf } from './paper.ts'

test.each([
  ['', 'USD', 'letter'],
  ['', 'CAD', 'letter'],
  ['', 'EUR', 'a4'],
  ['', 'JPY', 'a4'],
  ['DE', 'USD', 'a4'],
  ['US', 'EUR', 'letter'],
] as const)('a seller in “%s” who sells in %s prints on %s', (country, currency, size) => {
  expect(paperSizeOf({ country, currency })).toBe(size)
})

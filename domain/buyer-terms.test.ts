import { expect, test } from 'vitest'
import { parseVatId } from './buyer-terms.ts'

test.each([
  ['DE123456789', 'DE123456789'],
  ['de 123 456 789', 'DE123456789'],
  ['ATU12345678', 'ATU12345678'],
  ['EL123456789', 'EL123456789'],
  ['NL123456789B01', 'NL123456789B01'],
  ['CHE-123.456.789 MWST', 'CHE123456789MWST'],
  ['FRXX123456789', 'FRXX123456789'],
])('the VAT ID %s is accepted', (typed, vatId) => {
  expect(parseVatId(typed)).toBe(vatId)
})

test.each(['', 'DE', '123456789', 'DE12345678', 'DE1234567890', 'US123456789', 'ATX12345678', 'constructor'])(
  'the VAT ID %j is rejected',
  (typed) => {
    expect(parseVatId(typed)).toBeUndefined()
  },
)

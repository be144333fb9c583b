import { expect, test } from 'vitest'
import { parseTaxNumber, taxNumberCountry, taxNumberForm, taxNumberName } from './tax-number.ts'

test.each([
  ['DE123456789', '', 'DE123456789'],
  ['de 123 456 789', '', 'DE123456789'],
  ['123456789', 'DE', 'DE123456789'],
  ['ATU12345678', '', 'ATU12345678'],
  ['123456789', 'GR', 'EL123456789'],
  ['NL123456789B01', '', 'NL123456789B01'],
  ['CHE-123.456.789 MWST', '', 'CHE123456789MWST'],
  ['FRXX123456789', '', 'FRXX123456789'],
  ['GB123456789', '', 'GB123456789'],
  ['T1234567890123', 'JP', 'T1234567890123'],
  ['51 824 753 556', 'AU', '51824753556'],
  ['27AAPFU0939F1ZV', 'IN', '27AAPFU0939F1ZV'],
  ['123-456-789', 'NZ', '123456789'],
  ['123456789 RT 0001', 'CA', '123456789RT0001'],
  ['FR12345678901', 'DE', 'FR12345678901'],
])('the number %s of %s is read', (typed, country, number) => {
  expect(parseTaxNumber(typed, country)).toBe(number)
})

test.each([
  ['', ''],
  ['DE', ''],
  ['DE12345678', ''],
  ['DE1234567890', 'DE'],
  ['US123456789', ''],
  ['ATX12345678', ''],
  ['constructor', ''],
  ['51 824 753 557', 'AU'],
  ['27AAPFU0939F1ZW', 'IN'],
  ['T123456789012', 'JP'],
])('the number %j of %j is rejected', (typed, country) => {
  expect(parseTaxNumber(typed, country)).toBeUndefined()
})

test('a document names a number as its country does', () => {
  const numbers = ['DE123456789', 'T1234567890123', '51824753556', '27AAPFU0939F1ZV']

  expect(numbers.map(taxNumberName)).toEqual(['VAT ID', 'Registration number', 'ABN', 'GSTIN'])
  expect(taxNumberForm('IN')).toMatchObject({ example: '27AAPFU0939F1ZV' })
})

test('the place of a business is the country of its number', () => {
  expect(['EL123456789', 'XI123456789', 'FR12345678901', 'T1234567890123'].map(taxNumberCountry)).toEqual([
    'GR',
    'GB',
    'FR',
    'JP',
  ])
})

import { expect, test } from 'vitest'
import { bankCountryOf } from './bank-country.ts'

test.each([
  ['Mara Lind, IBAN DE89370400440532013000', 'DE'],
  ['Mara Lind, BIC BOTKJPJT, account 1234567', 'JP'],
  ['Mara Lind, routing 021000021, account 1234567', 'US'],
  ['Mara Lind, IFSC HDFC0001234, account 123456789', 'IN'],
  ['mara@example.com', null],
  ['$maralind', null],
])('%s is in %s', (destination, country) => {
  expect(bankCountryOf(destination)).toBe(country)
})

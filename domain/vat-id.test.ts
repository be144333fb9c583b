import { expect, test } from 'vitest'
import { hasEuVat, isEuVatId, isSameCompanyName, normalizeVatId, vatIdPrefixOf } from './vat-id.ts'

test('a VAT ID is read as people write it', () => {
  expect(normalizeVatId(' it 012.345-67890 ')).toBe('IT01234567890')
})

test.each([
  ['ATU12345678', 'DE123456789', 'EL123456789', 'ESX1234567X', 'FR12345678901', 'IE1234567FA', 'IE1A23456B'],
  ['IT01234567890', 'NL123456789B01', 'PL1234567890', 'SE123456789001', 'XI123456789'],
])('the form of %s is that of its country', (...ids) => {
  expect(ids.filter((id) => !isEuVatId(id))).toEqual([])
})

test('another length, letter or country is no VAT ID of the EU', () => {
  const others = ['DE12345678', 'AT12345678', 'GR123456789', 'GB123456789', 'IT0123456789A', 'DE', '']

  expect(others.filter(isEuVatId)).toEqual([])
})

test('Greece has a prefix of its own, and Northern Ireland is no country', () => {
  expect(vatIdPrefixOf('GR')).toBe('EL')
  expect(vatIdPrefixOf('IT')).toBe('IT')
  expect(['GR', 'IT', 'GB', 'XI', 'US'].filter(hasEuVat)).toEqual(['GR', 'IT'])
})

test('names of a company are compared without case and punctuation', () => {
  expect(isSameCompanyName('Vitale Suono S.r.l.', 'VITALE SUONO SRL')).toBe(true)
  expect(isSameCompanyName('Vitale Suono', 'Vitale Suono Srl')).toBe(false)
})

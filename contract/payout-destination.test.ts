import { expect, test } from 'vitest'
import { bankFormsOf } from './bank-accounts.ts'
import { parseIban, parseRoutingNumber } from './bank-checks.ts'
import { isMethodOffered, maskDestination, parsePayoutDestination } from './payout-destination.ts'

test.each([
  ['paypal', ' mara@pay.example ', 'mara@pay.example'],
  ['wise', 'mara@pay.example', 'mara@pay.example'],
  ['wise', 'Mara  Lind, mara@pay.example', 'Mara Lind, mara@pay.example'],
  ['zelle', 'mara@pay.example', 'mara@pay.example'],
  ['zelle', '+1 555-210-0199', '(555) 210-0199'],
  ['venmo', 'mara-lind', '@mara-lind'],
  ['venmo', '@mara-lind', '@mara-lind'],
  ['venmo', '5552100199', '(555) 210-0199'],
  ['cashapp', 'maralind', '$maralind'],
  ['cashapp', '$MaraLind7', '$MaraLind7'],
  ['bank', 'Mara Lind, IBAN de89 3704 0044 0532 0130 00', 'Mara Lind, IBAN DE89370400440532013000'],
  [
    'bank',
    'Zoë O’Hara, routing 021000021, account 000 4417 209 8140',
    'Zoë O’Hara, routing 021000021, account 00044172098140',
  ],
  ['bank', 'mara@pay.example', 'mara@pay.example'],
] as const)('%s accepts %s', (method, typed, value) => {
  expect(parsePayoutDestination(method, typed)).toEqual({ value })
})

test.each([
  ['paypal', ''],
  ['paypal', '@mara'],
  ['paypal', '"<script>"@example.com'],
  ['wise', 'mara@localhost'],
  ['zelle', '555 21'],
  ['zelle', '+44 20 7946 0018'],
  ['venmo', '@me'],
  ['venmo', '<b>mara</b>'],
  ['cashapp', '$12345'],
  ['cashapp', '$mara lind'],
  ['bank', 'Mara Lind'],
  ['bank', 'Mara Lind, IBAN DE89370400440532013001'],
  ['bank', 'Mara Lind, routing 021000022, account 12345678'],
  ['bank', 'Mara Lind, routing 021000021, account 12'],
  ['bank', '<img src=x>, IBAN DE89370400440532013000'],
] as const)('%s rejects %s with a message', (method, typed) => {
  expect(parsePayoutDestination(method, typed)).toEqual({ error: expect.stringMatching(/^Enter /) })
})

test('a mistyped digit fails the checksum of an IBAN and of a routing number', () => {
  expect(parseIban('GB82 WEST 1234 5698 7654 32')).toEqual({ value: 'GB82WEST12345698765432' })
  expect(parseIban('GB82 WEST 1234 5698 7654 33')).toHaveProperty('error')
  expect(parseRoutingNumber('011401533')).toEqual({ value: '011401533' })
  expect(parseRoutingNumber('011401534')).toHaveProperty('error')
  expect(parseRoutingNumber('000000000')).toHaveProperty('error')
})

test.each([
  ['mara@pay.example', 'm•••@pay.example'],
  ['@mara-lind', '@m•••'],
  ['$maralind', '$m•••'],
  ['(555) 210-0199', '•••0199'],
  ['Mara Lind, IBAN DE89370400440532013000', 'account ending in 3000'],
  ['Mara Lind, routing 021000021, account 00044172098140', 'account ending in 8140'],
])('a masked %s is %s', (destination, masked) => {
  expect(maskDestination(destination)).toBe(masked)
})

test.each([
  ['Mara Lind, sort code 12-34-56, account 12345678', 'Mara Lind, sort code 123456, account 12345678'],
  [
    'Mara Lind, transit 12345, institution 003, account 1234567',
    'Mara Lind, transit 12345, institution 003, account 1234567',
  ],
  ['Mara Lind, BSB 062-000, account 12345678', 'Mara Lind, BSB 062000, account 12345678'],
  ['Mara Lind, ifsc hdfc0001234, account 123456789012', 'Mara Lind, IFSC HDFC0001234, account 123456789012'],
  ['Mara Lind, BIC BOTKJPJT, account 1234567', 'Mara Lind, BIC BOTKJPJT, account 1234567'],
])('the bank account %s is stored as %s and masked', (typed, stored) => {
  expect(parsePayoutDestination('bank', typed)).toEqual({ value: stored })
  expect(maskDestination(stored)).toBe(`account ending in ${stored.slice(-4)}`)
})

test('a wrong part of a bank account has its own message', () => {
  expect(parsePayoutDestination('bank', 'Mara Lind, sort code 12345, account 12345678')).toEqual({
    error: 'Enter the 6-digit sort code of your bank',
  })
  expect(parsePayoutDestination('bank', 'Mara Lind, BIC XX, account 1234567')).toEqual({
    error: 'Enter the BIC of your bank, 8 or 11 characters',
  })
})

test('the country and the currency decide about methods', () => {
  expect(isMethodOffered('zelle', 'US', 'USD')).toBe(true)
  expect(isMethodOffered('zelle', 'DE', 'USD')).toBe(false)
  expect(isMethodOffered('zelle', null, 'USD')).toBe(true)
  expect(isMethodOffered('zelle', null, 'EUR')).toBe(false)
  expect(isMethodOffered('paypal', 'DE', 'EUR')).toBe(true)
  for (const currency of ['AED', 'INR', 'RON', 'KWD']) {
    expect(isMethodOffered('paypal', null, currency)).toBe(false)
    expect(isMethodOffered('bank', 'AE', currency)).toBe(true)
  }
  expect(isMethodOffered('paypal', 'BR', 'BRL')).toBe(true)
  expect(isMethodOffered('paypal', 'DE', 'BRL')).toBe(false)
})

test('the country decides about the form of a bank account', () => {
  const countries = ['US', 'DE', 'GB', 'CA', 'AU', 'IN', 'JP', 'MX', 'BR', 'KR', 'NZ', 'SG', 'HK', 'TH', null]
  expect(countries.map((country) => bankFormsOf(country)[0])).toEqual([
    ...['us', 'iban', 'uk', 'ca', 'au', 'in', 'jp', 'mx', 'br', 'kr', 'nz', 'sg', 'hk', 'swift', 'us'],
  ])
})

test('an address that begins like a formula is no payout address', () => {
  const typed = ['=1+1@example.com', '+mara@example.com', '-mara@example.com', 'mara+tips@example.com']

  const errors = typed.map((text) => 'error' in parsePayoutDestination('paypal', text))

  expect(errors).toEqual([true, true, true, false])
})

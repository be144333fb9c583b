import { expect, test } from 'vitest'
import { countryCodes } from '../contract/countries.ts'
import { payeeKinds, taxNumberFormOf } from '../contract/payee-forms.ts'
import type { PayeeInput } from '../contract/payees.ts'
import { defaultBlockedCountries } from './blocked-countries.ts'
import { addressLine, isBirthDate, parsePayee, taxNumberEnd } from './payee.ts'

const rules = { today: '2026-03-01', blockedCountries: ['KP'] }

const mara: PayeeInput = {
  kind: 'person',
  country: 'IT',
  legalName: 'Mara Vitale',
  birthDate: '1988-03-09',
  registrationNumber: '',
  representative: '',
  street: 'Via San Nicolò 12',
  street2: '',
  postalCode: '34121',
  city: 'Trieste',
  region: '',
  taxNumber: 'vtl mra 88c49 l424r',
  vatId: '',
}

const business: PayeeInput = {
  ...mara,
  kind: 'business',
  legalName: 'Vitale Suono S.r.l.',
  registrationNumber: 'TS-214880',
  representative: 'Mara Vitale',
  taxNumber: '01234567890',
  vatId: 'it 012.345.678-90',
}

const errorsOf = (input: Partial<PayeeInput>) => {
  const parsed = parsePayee({ ...mara, ...input }, rules)
  return 'errors' in parsed ? { ...parsed.errors } : undefined
}

test('a person is stored with normalized numbers and nothing of a business', () => {
  const typed = { ...mara, registrationNumber: 'TS-1', representative: 'Jonas', region: 'TS' }

  expect(parsePayee(typed, rules)).toEqual({ details: { ...mara, taxNumber: 'VTLMRA88C49L424R' } })
})

test('a business has a VAT ID and who acts for it, and no date of birth', () => {
  expect(parsePayee(business, rules)).toEqual({
    details: { ...business, birthDate: '', vatId: 'IT01234567890' },
  })
})

test('every missing field has a sentence', () => {
  expect(
    errorsOf({ legalName: '', birthDate: '', street: '', city: '', postalCode: '', taxNumber: '' }),
  ).toEqual({
    legalName: 'Enter the name in your passport or ID',
    birthDate: 'Enter your date of birth',
    street: 'Enter the street and number',
    city: 'Enter the city',
    postalCode: 'Enter the postal code',
    taxNumber: 'Enter your codice fiscale',
  })
  expect(errorsOf({ country: 'US', postalCode: '', taxNumber: '12' })).toEqual({
    postalCode: 'Enter the ZIP code',
    region: 'Enter the state',
    taxNumber: 'Enter a number like 123-45-6789',
  })
  expect(errorsOf({ kind: 'business', legalName: '', taxNumber: '01234567890' })).toEqual({
    legalName: 'Enter the registered name',
    representative: 'Enter who acts for the business',
  })
})

test('a country that isn’t paid is refused with a sentence', () => {
  expect(errorsOf({ country: 'KP', taxNumber: '' })).toEqual({
    country:
      'This site can’t pay to that country. You can sell, and your balance stays yours. Write to us about other ways.',
  })
})

test('a country without postal codes, regions or tax numbers asks for none and stores none', () => {
  const typed = { ...mara, country: 'AE', postalCode: '00000', taxNumber: '1234', region: 'Dubai' }

  expect(parsePayee(typed, rules)).toEqual({
    details: { ...mara, country: 'AE', postalCode: '', taxNumber: '', region: '' },
  })
})

test('a VAT ID has the form of its country', () => {
  expect(errorsOf({ vatId: 'IT1' })).toEqual({ vatId: 'Enter a VAT ID with its country, like IT01234567890' })
  expect(errorsOf({ vatId: 'GB123456789' })).toBeDefined()
  expect(errorsOf({ country: 'CH', taxNumber: '', vatId: 'CHE-123.456.789' })).toBeUndefined()
  expect(errorsOf({ country: 'CH', taxNumber: '', vatId: 'CHE/1' })).toEqual({
    vatId: 'Enter your VAT or GST number, letters and digits only',
  })
})

test.each(['1988-02-30', '2026-03-01', '2030-01-01', '1899-12-31', '1988-3-9', ''])(
  '%s is no date of birth',
  (text) => {
    expect(isBirthDate(text, rules.today)).toBe(false)
  },
)

test('every example of a tax number has the form of its country', () => {
  const wrong = countryCodes.flatMap((country) =>
    payeeKinds.flatMap((kind) => {
      const form = taxNumberFormOf(country, kind)
      return (form?.example.split(' or ') ?? [])
        .filter((example) => example && !form?.form.test(example.replace(/[\s./-]/g, '').toUpperCase()))
        .map((example) => `${country} ${kind}: ${example}`)
    }),
  )

  expect(wrong).toEqual([])
})

test('an address is one line', () => {
  expect(addressLine(mara, 'Italy')).toBe('Via San Nicolò 12, 34121 Trieste, Italy')
  expect(addressLine({ ...mara, street2: 'Floor 2', region: 'TS' }, 'Italy')).toBe(
    'Via San Nicolò 12, Floor 2, 34121 Trieste, TS, Italy',
  )
})

test('a tax number is shown by its last characters, fewer of a short one', () => {
  expect([taxNumberEnd('VTLMRA88C49L424R'), taxNumberEnd('54237A'), taxNumberEnd('')]).toEqual([
    '424R',
    '7A',
    null,
  ])
})

test('Cuba is blocked unless the seller’s law forbids following its embargo', () => {
  expect(defaultBlockedCountries('US')).toEqual(['CU', 'IR', 'KP', 'RU', 'SY'])
  expect(defaultBlockedCountries('')).toContain('CU')
  for (const country of ['DE', 'GR', 'NO', 'GB']) expect(defaultBlockedCountries(country)).not.toContain('CU')
})

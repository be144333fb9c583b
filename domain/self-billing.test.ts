import { expect, test } from 'vitest'
import { selfBilledTax } from './self-billing.ts'
import { reverseChargeText } from './tax.ts'

const supply = {
  supplier: { country: 'DE', vatId: 'DE123456789' },
  customer: { country: 'DE', vatId: 'DE987654321' },
  amount: 11_900,
  rateMillionths: 190_000,
}

test('at home the amount includes the VAT of the country', () => {
  expect(selfBilledTax(supply)).toEqual({
    taxTreatment: 'taxed',
    taxRateMillionths: 190_000,
    taxAmount: 1_900,
    note: '',
  })
})

test('across borders an operator in the EU with a VAT ID owes it, and others are outside of it', () => {
  const italian = { ...supply, supplier: { country: 'IT', vatId: 'IT01234567890' } }
  const untaxed = { taxRateMillionths: 0, taxAmount: 0 }

  expect(selfBilledTax(italian)).toEqual({
    ...untaxed,
    taxTreatment: 'reverse_charge',
    note: reverseChargeText,
  })
  expect(selfBilledTax({ ...italian, supplier: { country: 'CH', vatId: 'CHE123456789' } })).toMatchObject({
    taxTreatment: 'reverse_charge',
  })
  expect(selfBilledTax({ ...italian, customer: { country: 'US', vatId: '' } })).toMatchObject({
    ...untaxed,
    taxTreatment: 'untaxed',
    note: expect.stringContaining('No VAT'),
  })
})

test('without a VAT ID, a rate at home, or the operator’s country or VAT ID there is no invoice', () => {
  const italian = { country: 'IT', vatId: 'IT01234567890' }

  expect(selfBilledTax({ ...supply, supplier: { country: 'DE', vatId: '' } })).toBeUndefined()
  expect(selfBilledTax({ ...supply, rateMillionths: 0 })).toBeUndefined()
  expect(selfBilledTax({ ...supply, customer: { country: '', vatId: '' } })).toBeUndefined()
  expect(
    selfBilledTax({ ...supply, supplier: italian, customer: { country: 'DE', vatId: '' } }),
  ).toBeUndefined()
})

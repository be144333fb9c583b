import { expect, test } from 'vitest'
import { payoutMethodSchema } from './payout-method-form.tsx'

function errorFields(values: object) {
  const result = payoutMethodSchema.safeParse(values)
  return result.success ? [] : result.error.issues.map(({ path }) => path[0])
}

test('a method with one field sends it in its stored form', () => {
  expect(payoutMethodSchema.safeParse({ payoutMethod: 'cashapp', payoutEmail: 'maralind' })).toEqual({
    success: true,
    data: { payoutMethod: 'cashapp', payoutEmail: '$maralind' },
  })
})

test('a US bank account is sent as one text', () => {
  const values = {
    payoutMethod: 'bank',
    bankKind: 'us',
    holder: ' Mara  Lind ',
    routing: '021000021',
    accountNumber: '000 4417 209 8140',
  }

  expect(payoutMethodSchema.safeParse(values)).toEqual({
    success: true,
    data: { payoutMethod: 'bank', payoutEmail: 'Mara Lind, routing 021000021, account 00044172098140' },
  })
})

test('an account outside the US needs an IBAN only', () => {
  const values = {
    payoutMethod: 'bank',
    bankKind: 'iban',
    holder: 'Mara Lind',
    iban: 'de89370400440532013000',
  }

  expect(payoutMethodSchema.safeParse(values)).toMatchObject({
    data: { payoutEmail: 'Mara Lind, IBAN DE89370400440532013000' },
  })
})

test('each invalid part of a bank account is reported at its own field', () => {
  expect(errorFields({ payoutMethod: 'bank', bankKind: 'us', holder: 'Mara Lind' })).toEqual([
    'routing',
    'accountNumber',
  ])
  expect(errorFields({ payoutMethod: 'bank', bankKind: 'iban' })).toEqual(['holder', 'iban'])
})

test('no method and an empty destination are reported', () => {
  expect(errorFields({})).toEqual(['payoutMethod'])
  expect(errorFields({ payoutMethod: 'paypal' })).toEqual(['payoutEmail'])
})

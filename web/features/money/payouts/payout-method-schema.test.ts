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
    accountType: 'checking',
    accountNumber: '000 4417 209 8140',
  }

  expect(payoutMethodSchema.safeParse(values)).toEqual({
    success: true,
    data: {
      payoutMethod: 'bank',
      payoutEmail: 'Mara Lind, routing 021000021, type checking, account 00044172098140',
    },
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
    'accountType',
    'accountNumber',
  ])
  expect(errorFields({ payoutMethod: 'bank', bankKind: 'iban' })).toEqual(['holder', 'iban'])
})

test('no method and an empty destination are reported', () => {
  expect(errorFields({})).toEqual(['payoutMethod'])
  expect(errorFields({ payoutMethod: 'paypal' })).toEqual(['payoutEmail'])
})

test('Wise needs the name on the account beside the address', () => {
  const values = { payoutMethod: 'wise', holder: ' Mara  Lind ', payoutEmail: 'mara@pay.example' }

  expect(payoutMethodSchema.safeParse(values)).toMatchObject({
    data: { payoutEmail: 'Mara Lind, mara@pay.example' },
  })
  expect(errorFields({ payoutMethod: 'wise', payoutEmail: 'mara' })).toEqual(['holder', 'payoutEmail'])
})

test('a Japanese account has its holder in katakana', () => {
  const values = {
    payoutMethod: 'bank',
    bankKind: 'jp',
    bankCode: '0005',
    branchCode: '001',
    accountType: 'ordinary',
  }

  expect(
    payoutMethodSchema.safeParse({ ...values, holder: 'ﾔﾏﾀﾞ ﾊﾅｺ', accountNumber: '12345' }),
  ).toMatchObject({
    data: { payoutEmail: 'ヤマダ ハナコ, JP bank 0005, branch 001, type ordinary, account 0012345' },
  })
  expect(errorFields({ ...values, holder: 'Hanako Yamada', accountNumber: '1' })).toEqual([
    'holder',
    'accountNumber',
  ])
})

import { expect, test } from 'vitest'
import { formatBankAccount, parseBankAccount, readBankAccount, readNamedEmail } from './bank-accounts.ts'
import { parseBrazilianTaxId, parseClabe, parseKana, parseNewZealandAccount } from './bank-checks.ts'
import { bankForms } from './bank-forms.ts'
import { maskDestination } from './payout-destination.ts'

test.each([
  [
    'Mara Lind, routing 021000021, type Savings, account 000 4417 209 8140',
    'Mara Lind, routing 021000021, type savings, account 00044172098140',
    '8140',
  ],
  // What was stored before the type of a US account was asked for.
  ['Mara Lind, routing 021000021, account 44172098140', undefined, '8140'],
  [
    'ﾔﾏﾀﾞ ﾊﾅｺ, JP bank 0005, branch 001, type ordinary, account 12345',
    'ヤマダ ハナコ, JP bank 0005, branch 001, type ordinary, account 0012345',
    '2345',
  ],
  ['Ana López, CLABE 0021 8000 0000 0000 09', 'Ana López, CLABE 002180000000000009', '0009'],
  [
    'João Silva, BR bank 001, branch 1234-5, type checking, tax ID 111.444.777-35, account 12345-6',
    'João Silva, BR bank 001, branch 1234-5, type checking, tax ID 11144477735, account 12345-6',
    '3456',
  ],
  ['Kim Minji, KR bank 004, account 110-123-456789', 'Kim Minji, KR bank 004, account 110123456789', '6789'],
  ['Aroha Ngata, NZ account 01-0902-0068389-00', undefined, '8900'],
  [
    'Tan Wei, SG bank 7171, branch 081, account 0811234567',
    'Tan Wei, SG bank 7171, branch 081, account 0811234567',
    '4567',
  ],
  ['Chan Tai Man, HK bank 004, branch 123, account 456789', undefined, '6789'],
  ['Mara Lind, BIC BOTKJPJT, account 1234567', undefined, '4567'],
])('the account %s is stored once for all and masked', (typed, stored, end) => {
  expect(parseBankAccount(typed)).toEqual({ value: stored ?? typed })
  expect(parseBankAccount(stored ?? typed)).toEqual({ value: stored ?? typed })
  expect(maskDestination(stored ?? typed)).toBe(`account ending in ${end}`)
})

test('an account is read as its parts and written again from them', () => {
  const text = 'João Silva, BR bank 001, branch 1234, type savings, tax ID 11222333000181, account 12345-X'
  const account = readBankAccount(text)

  expect(account).toEqual({
    form: 'br',
    holder: 'João Silva',
    values: {
      bankCode: '001',
      branchCode: '1234',
      accountType: 'savings',
      taxId: '11222333000181',
      accountNumber: '12345-X',
    },
  })
  if (account && 'form' in account) expect(formatBankAccount(account)).toBe(text)
  expect(readBankAccount('mara@pay.example')).toBeUndefined()
})

test.each([
  ['Mara Lind, routing 021000021, type giro, account 44172098140', 'Choose checking or savings'],
  [
    'Mara Lind, JP bank 0005, branch 001, type ordinary, account 1234567',
    'Enter the name on the account in katakana, such as ヤマダ ハナコ',
  ],
  ['ヤマダ, JP bank 5, branch 001, type ordinary, account 1234567', 'Enter the 4-digit bank code'],
  [
    'João, BR bank 001, branch 1234, type checking, tax ID 11144477735, account 123456',
    'Enter the account with its check digit, like 12345-6',
  ],
  [
    'Ana, CLABE 002180000000000007',
    'Enter the 18-digit CLABE of your account, such as 0021 8000 0000 0000 09',
  ],
  ['Aroha, NZ account 01-0902-0068388-00', 'Enter an account like 12-3456-1234567-00'],
])('%s is refused with the sentence of its field', (typed, error) => {
  expect(parseBankAccount(typed)).toEqual({ error })
})

test('a mistyped digit fails the check of a CLABE, a CPF, a CNPJ and a New Zealand account', () => {
  expect(parseClabe('032180000118359719')).toEqual({ value: '032180000118359719' })
  for (const wrong of ['032180000118359718', '032180000118359791', '03218000011835971'])
    expect(parseClabe(wrong)).toHaveProperty('error')
  expect(parseBrazilianTaxId('111.444.777-35')).toEqual({ value: '11144477735' })
  expect(parseBrazilianTaxId('11.222.333/0001-81')).toEqual({ value: '11222333000181' })
  // The form with letters, of 2026.
  expect(parseBrazilianTaxId('12.ABC.345/01DE-35')).toEqual({ value: '12ABC34501DE35' })
  for (const wrong of ['11144477734', '11222333000180', '12ABC34501DE36', '11111111111', ''])
    expect(parseBrazilianTaxId(wrong)).toHaveProperty('error')
  expect(parseNewZealandAccount('08-6523-1954512-001')).toEqual({ value: '08-6523-1954512-001' })
  expect(parseNewZealandAccount('1234')).toHaveProperty('error')
})

test('a holder in Japan is written in full-width katakana', () => {
  expect(parseKana('ｶ)ﾄﾞﾛｯﾌﾟ')).toEqual({ value: 'カ)ドロップ' })
  expect(parseKana('やまだ　はなこ')).toEqual({ value: 'ヤマダ ハナコ' })
  expect(parseKana('山田花子')).toHaveProperty('error')
  expect(parseKana('YAMADA')).toHaveProperty('error')
})

test('an email address may have the name on its account before it', () => {
  expect(readNamedEmail('Mara Lind, Mara@Pay.example')).toEqual({
    name: 'Mara Lind',
    email: 'Mara@Pay.example',
  })
  expect(readNamedEmail('mara@pay.example')).toBeUndefined()
  expect(maskDestination('Mara Lind, mara@pay.example')).toBe('m•••@pay.example')
})

test('the last field of each form is the one that the mask shows', () => {
  for (const { fields } of Object.values(bankForms))
    expect(['accountNumber', 'iban', 'clabe']).toContain(fields.at(-1)?.name)
})

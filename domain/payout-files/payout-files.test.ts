import { expect, test } from 'vitest'
import type { PayoutMethod } from '../../contract/payouts.ts'
import { pain001Problems } from '../../tests/support/pain-001-rules.ts'
import { achFile } from './ach.ts'
import { sepaText } from './bank-text.ts'
import {
  type FilePayout,
  fileAmount,
  fileFormatOf,
  fromShortReference,
  shortReference,
} from './payout-file.ts'
import { payPalFile } from './paypal.ts'
import { sepaFile } from './sepa.ts'
import { wiseBankFile, wiseEmailFile } from './wise.ts'

const id = 116_684_193_472_900

function payout(method: PayoutMethod, details: string, more: Partial<FilePayout> = {}): FilePayout {
  return { id, amount: 10_050, currency: 'USD', method, details, ...more }
}

const iban = 'Mara Lind, IBAN DE89370400440532013000'
const us = 'Mara Lind, routing 021000021, type savings, account 44172098140'

test.each([
  [payout('paypal', 'mara@pay.example'), 'paypal'],
  [payout('venmo', '@mara-lind'), 'paypal'],
  [payout('wise', 'Mara Lind, mara@pay.example'), 'wise_email'],
  // Without the name on the account Wise would refuse the row.
  [payout('wise', 'mara@pay.example'), 'csv'],
  [payout('bank', iban, { currency: 'EUR' }), 'sepa'],
  [payout('bank', iban), 'csv'],
  [payout('bank', 'Ali, IBAN AE070331234567890123456', { currency: 'EUR' }), 'csv'],
  [payout('bank', us), 'ach'],
  [payout('bank', 'Mara Lind, routing 021000021, account 44172098140'), 'csv'],
  [payout('bank', 'mara@pay.example'), 'csv'],
  [payout('zelle', '(555) 210-0199'), 'csv'],
  [payout('paypal', '=cmd@pay.example'), 'csv'],
])('the file of %o is %s', (row, format) => {
  expect(fileFormatOf(row, 'bank')).toBe(format)
})

test('the operator decides whether accounts are paid by the bank, by Wise, or from a table', () => {
  expect((['bank', 'wise', 'csv'] as const).map((route) => fileFormatOf(payout('bank', us), route))).toEqual([
    ...['ach', 'wise_bank', 'csv'],
  ])
  expect(fileFormatOf(payout('paypal', 'mara@pay.example'), 'csv')).toBe('paypal')
})

test('PayPal’s file has no header, and amounts in the form of the sender', () => {
  const rows = [
    payout('paypal', 'mara@pay.example'),
    payout('paypal', 'jo@pay.example', { id: id + 1, amount: 6_151, currency: 'EUR' }),
  ]

  expect(payPalFile(rows, { siteName: 'Dusk, Ltd', hasDecimalComma: true })).toBe(
    [
      `mara@pay.example,"100,50",USD,${id},"Dusk, Ltd payout ${id}",PAYPAL\r\n`,
      `jo@pay.example,"61,51",EUR,${id + 1},"Dusk, Ltd payout ${id + 1}",PAYPAL\r\n`,
    ].join(''),
  )
  expect(payPalFile(rows.slice(0, 1), { siteName: 'Dusk', hasDecimalComma: false })).toBe(
    `mara@pay.example,100.50,USD,${id},Dusk payout ${id},PAYPAL\r\n`,
  )
})

test('PayPal’s currencies without decimals have none, and Venmo gets a handle or ten digits with a note', () => {
  expect(fileAmount({ amount: 3_000, currency: 'JPY' })).toBe('3000')
  expect(fileAmount({ amount: 10_000_00, currency: 'HUF' })).toBe('10000')
  const file = payPalFile(
    ['@mara-lind', '(555) 210-0199', 'mara@pay.example'].map((details) => payout('venmo', details)),
    { siteName: 'Dusk', hasDecimalComma: false },
  )

  expect(
    file.split('\r\n').map((line) => line.split(',').slice(0, 1).concat(line.split(',').slice(4))),
  ).toEqual([
    ['mara-lind', `Dusk payout ${id}`, 'VENMO'],
    ['5552100199', `Dusk payout ${id}`, 'VENMO'],
    ['mara@pay.example', `Dusk payout ${id}`, 'VENMO'],
    [''],
  ])
})

test('Wise’s file by email has the name on the account and a short reference', () => {
  const [header, row] = wiseEmailFile([payout('wise', 'Mara Lind, mara@pay.example')]).split('\r\n')

  expect(header).toBe(
    'name,recipientEmail,paymentReference,receiverType,amountCurrency,amount,sourceCurrency,targetCurrency',
  )
  expect(row).toBe(`Mara Lind,mara@pay.example,${shortReference(id)},PERSON,target,100.50,USD,USD`)
  expect(shortReference(id).length).toBeLessThanOrEqual(10)
  expect(fromShortReference(shortReference(id))).toBe(id)
  const business = payout('wise', 'Dusk GmbH, mara@pay.example', { isBusiness: true })
  expect(wiseEmailFile([business])).toContain(',INSTITUTION,')
})

test('Wise’s file to bank accounts has each field of an account in its own column', () => {
  const [header, ...rows] = wiseBankFile([
    payout('bank', us),
    payout('bank', iban, { id: id + 1 }),
    payout('bank', 'ヤマダ ハナコ, JP bank 0005, branch 001, type ordinary, account 0012345', { id: id + 2 }),
  ]).split('\r\n')

  expect(header?.split(',').slice(8)).toEqual([
    ...['abartn', 'accountType', 'accountNumber', 'IBAN', 'bankCode', 'branchCode'],
  ])
  expect(rows).toEqual([
    `Mara Lind,,${shortReference(id)},PERSON,target,100.50,USD,USD,021000021,SAVINGS,44172098140,,,`,
    `Mara Lind,,${shortReference(id + 1)},PERSON,source,100.50,USD,EUR,,,,DE89370400440532013000,,`,
    `ヤマダ ハナコ,,${shortReference(id + 2)},PERSON,source,100.50,USD,JPY,,ORDINARY,0012345,,0005,001`,
    '',
  ])
})

const debtor = { name: 'Dusk & Söhne GmbH', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' }
const now = new Date('2026-11-27T14:10:00.000Z')
const options = { debtor, number: '2611-3', siteName: 'Dusk', now }

test('a SEPA file is a pain.001.001.09 that a bank can read', () => {
  const names = ['Mara Lind', 'Zoë O’Hara & Şükrü Łąç', 'Юлія Коваль', '日本 太郎', `${'x'.repeat(79)}Y`]
  const rows = names.map((name, index) =>
    payout('bank', `${name}, IBAN DE89370400440532013000`, {
      id: id + index,
      amount: 1 + index,
      currency: 'EUR',
    }),
  )

  const file = sepaFile(rows, options)

  expect(pain001Problems(file)).toEqual([])
  expect(pain001Problems(sepaFile(rows, { ...options, debtor: { ...debtor, bic: '' } }))).toEqual([])
  expect(file).toContain('<MsgId>PAYOUTS-2611-3</MsgId><CreDtTm>2026-11-27T14:10:00</CreDtTm>')
  expect(file).toContain('<NbOfTxs>5</NbOfTxs><CtrlSum>0.15</CtrlSum>')
  expect(file).toContain('<ReqdExctnDt><Dt>2026-11-28</Dt></ReqdExctnDt>')
  expect(file).toContain(`<EndToEndId>${id}</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">0.01</InstdAmt>`)
  expect(file).toContain('<Nm>Dusk + Sohne GmbH</Nm>')
  expect(file).toContain('<Nm>Zoe O&#x27;Hara + Sukru Lac</Nm>')
  expect(file).toContain('<Nm>Yuliya Koval</Nm>')
})

test('the rules of a SEPA file find what a bank would refuse', () => {
  const file = sepaFile([payout('bank', iban, { currency: 'EUR' })], options)
  const spoilt: Array<[string | RegExp, string]> = [
    ['<NbOfTxs>1', '<NbOfTxs>2'],
    ['<CtrlSum>100.50', '<CtrlSum>100.51'],
    ['Ccy="EUR"', 'Ccy="USD"'],
    ['>100.50</InstdAmt>', '>100.505</InstdAmt>'],
    ['<Nm>Mara Lind</Nm>', '<Nm>Mära Lind</Nm>'],
    ['<PmtMtd>TRF</PmtMtd>', ''],
    [/<ChrgBr>SLEV<\/ChrgBr>(.*?)<CdtTrf/s, '$1<CdtTrfTxInf></CdtTrfTxInf><ChrgBr>SLEV</ChrgBr><CdtTrf'],
    ['pain.001.001.09', 'pain.001.001.03'],
    ['</Document>', ''],
  ]

  for (const [from, to] of spoilt)
    expect(pain001Problems(file.replace(from, to)), String(from)).not.toEqual([])
})

test('a text for a bank has its characters only, and no slash where it may not be', () => {
  expect(sepaText('//Straße №5 // Köln/', 40)).toBe('Strasse .5 / Koln')
  expect(sepaText('a'.repeat(80), 70)).toHaveLength(70)
})

test('a NACHA file has records of 94 characters in whole blocks, with its hash and sums', () => {
  const originator = {
    routing: '011401533',
    bankName: 'First Bank of Dusk',
    companyId: '1123456789',
    companyName: 'Dusk Inc',
    origin: '',
  }
  const rows = [
    payout('bank', us),
    payout('bank', 'Zoë Ångström-Featherstonehaugh, routing 011401533, type checking, account 1234', {
      id: id + 1,
      amount: 2_500,
    }),
  ]

  const lines = achFile(rows, { originator, now }).split('\r\n')

  expect(lines.pop()).toBe('')
  expect(lines.map((line) => line.length)).toEqual(Array.from({ length: 10 }, () => 94))
  expect(lines[0]).toBe(
    '101 01140153311234567892611271410A094101FIRST BANK OF DUSK     DUSK INC                       ',
  )
  // 27 November 2026 is a Friday, so the entries are for Monday.
  expect(lines[1]).toBe(
    '5220DUSK INC                            1123456789PPDPAYOUT    261127261130   1011401530000001',
  )
  expect(lines[2]).toBe(
    `63202100002144172098140      0000010050${id}MARA LIND               0011401530000001`,
  )
  expect(lines[3]?.slice(0, 39)).toBe('6220114015331234             0000002500')
  expect(lines[3]?.slice(54, 76)).toBe('ZOE ANGSTROM-FEATHERST')
  // 02100002 + 01140153.
  expect(lines[4]).toBe(
    `82200000020003240155000000000000000000012550${'1123456789'}${' '.repeat(25)}011401530000001`,
  )
  expect(lines[5]).toBe(`9000001000001000000020003240155000000000000000000012550${' '.repeat(39)}`)
  expect(lines.slice(6).every((line) => line === '9'.repeat(94))).toBe(true)
})

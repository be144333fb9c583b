import { expect, test } from 'vitest'
import type { PayoutState } from '../../contract/payouts.ts'
import { type BatchPayout, matchResult, readAmount } from './match-result.ts'
import { shortReference } from './payout-file.ts'
import { readCsv } from './read-csv.ts'
import { readXml, textAt } from './read-xml.ts'
import { readResultFile } from './result-file.ts'

const first = 116_684_193_472_900

/** Payouts of 10.00, 20.00 and so on. */
function payoutsOf(currency: string, ...states: Array<PayoutState>): Array<BatchPayout> {
  return states.map((state, index) => ({
    id: first + index,
    amount: (index + 1) * 1_000,
    currency,
    state,
  }))
}

const processing = ['processing', 'processing', 'processing', 'processing'] as const

function match(text: string, payouts = payoutsOf('USD', ...processing), isOther = (_: number) => false) {
  const file = readResultFile(text)
  if ('error' in file) throw new Error(file.error)
  return { kind: file.kind, ...matchResult(file, payouts, isOther) }
}

const idsOf = (rows: ReadonlyArray<{ payoutId: number }>) => rows.map(({ payoutId }) => payoutId - first)

const payPalHeader =
  'Date,Name,Status,Currency,Gross,Fee,Net,To Email Address,Transaction ID,Customer ID,Error Message'

test('PayPal’s result says who is paid, who has not claimed it, and what came back', () => {
  const result = match(
    [
      payPalHeader,
      `11/26/2026,Mara,Completed,USD,-10.00,-0.20,-10.20,m@x.example,3AB,${first},`,
      `11/26/2026,Ada,Unclaimed,USD,-20.00,-0.20,-20.20,a@x.example,4AB,${first + 1},`,
      `11/26/2026,Teo,Failed,USD,-30.00,0.00,-30.00,t@x.example,5AB,${first + 2},"Account closed, sorry"`,
      '11/26/2026,Shop,Completed,USD,-5.00,0.00,-5.00,s@x.example,6AB,,',
    ].join('\r\n'),
  )

  expect(result).toMatchObject({ kind: 'paypal', rowCount: 4, unmatchedCount: 1, problems: [] })
  expect(result.paid).toEqual([{ payoutId: first, providerReference: '3AB', reason: null }])
  expect(idsOf(result.waiting)).toEqual([1])
  expect(result.returned).toEqual([
    { payoutId: first + 2, providerReference: '5AB', reason: 'Account closed, sorry' },
  ])
})

test('a row is matched by our number only, and not recorded when its amount or currency is another one', () => {
  const result = match(
    [
      payPalHeader,
      `x,Mara,Completed,USD,"-54.00",0,0,m@x.example,3AB,${first},`,
      `x,Ada,Completed,EUR,-20.00,0,0,a@x.example,4AB,${first + 1},`,
      // The same person and amount as the third payout, without its number.
      'x,Teo,Completed,USD,-30.00,0,0,t@x.example,5AB,,',
      `x,Bo,Frozen,USD,-40.00,0,0,b@x.example,6AB,${first + 3},`,
    ].join('\n'),
  )

  expect([result.paid, result.returned, result.waiting]).toEqual([[], [], []])
  expect(result.problems).toEqual([
    { kind: 'amount', row: 2, payoutId: first, amount: '-54.00' },
    { kind: 'amount', row: 3, payoutId: first + 1, amount: '-20.00' },
    { kind: 'status', row: 5, payoutId: first + 3, status: 'Frozen' },
  ])
  expect(result.unmatchedCount).toBe(1)
})

test('rows that contradict each other are not recorded, and equal ones count once', () => {
  const row = (status: string, index: number) =>
    `x,N,${status},USD,-${(index + 1) * 10}.00,0,0,m@x.example,3AB,${first + index},`
  const result = match(
    [payPalHeader, row('Completed', 0), row('Completed', 0), row('Completed', 1), row('Returned', 1)].join(
      '\n',
    ),
  )

  expect(idsOf(result.paid)).toEqual([0])
  expect(result.problems).toEqual([{ kind: 'contradiction', row: 5, payoutId: first + 1 }])
})

test('what is recorded already stays, and a returned payout is not paid by a file', () => {
  const payouts = payoutsOf('USD', 'paid', 'returned', 'returned', 'paid')
  const row = (status: string, index: number) =>
    `x,N,${status},USD,-${(index + 1) * 10}.00,0,0,m@x.example,3AB,${first + index},`
  const text = [payPalHeader, row('Completed', 0), row('Failed', 1), row('Completed', 2), row('Returned', 3)]

  const result = match(text.join('\n'), payouts)

  expect(result.recordedCount).toBe(2)
  expect(result.problems).toEqual([{ kind: 'returned_before', row: 4, payoutId: first + 2 }])
  // A bank may send back what it had accepted.
  expect(idsOf(result.returned)).toEqual([3])
})

test('rows of another batch are told from rows that are none of ours', () => {
  const text = [
    payPalHeader,
    `x,N,Completed,USD,-10.00,0,0,m@x.example,3AB,${first + 90},`,
    `x,N,Completed,USD,-10.00,0,0,m@x.example,3AB,${first + 91},`,
  ]

  const result = match(text.join('\n'), undefined, (id) => id === first + 90)

  expect([result.elsewhere, result.unmatchedCount]).toEqual([[first + 90], 1])
})

const wiseHeader =
  'ID,Status,Direction,"Created on","Finished on","Source fee amount","Source fee currency","Target fee amount","Target fee currency","Source name","Source amount (after fees)","Source currency","Target name","Target amount (after fees)","Target currency","Exchange rate",Reference,Batch,"Created by",Category,Note'

test('Wise’s transfers are matched by the short reference, in the currency of the payout', () => {
  const row = (status: string, source: string, target: string, index: number) =>
    `TRANSFER-${index},${status},OUT,x,x,0.50,USD,,,Us,${source},USD,Them,${target},1.0,${shortReference(first + index)},b,c,d,`
  const result = match(
    [
      wiseHeader,
      row('COMPLETED', '10.0', '10.0,USD', 0),
      // A fixed source amount: the fee is a part of it.
      row('COMPLETED', '19.50', '2900,JPY', 1),
      row('CANCELLED', '30.00', '30.00,USD', 2),
      row('COMPLETED', '39.00', '39.00,USD', 3),
    ].join('\n'),
  )

  expect(result.kind).toBe('wise')
  expect([idsOf(result.paid), idsOf(result.returned)]).toEqual([[0, 1], [2]])
  expect(result.paid[0]?.providerReference).toBe('TRANSFER-0')
  expect(result.problems).toEqual([{ kind: 'amount', row: 5, payoutId: first + 3, amount: '39.00' }])
})

test('our own table is read back with what a person wrote beside it', () => {
  const result = match(
    [
      '\ufeffPayout;Name;Pay to;Amount;Currency;Status;Reference;Reason',
      `${first};Mara;$mara;10,00;USD;Paid;CA-1;`,
      `${first + 1};Ada;$ada;20,00;USD;;;`,
      `${first + 2};Teo;$teo;30,00;USD;returned;;No such tag`,
    ].join('\n'),
  )

  expect(result.kind).toBe('table')
  expect(result.paid).toEqual([{ payoutId: first, providerReference: 'CA-1', reason: null }])
  expect(idsOf(result.waiting)).toEqual([1])
  expect(result.returned).toMatchObject([{ reason: 'No such tag' }])
})

function pain002(status: string, transactions = '', message = 'PAYOUTS-2611-3') {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
<GrpHdr><MsgId>B1</MsgId><CreDtTm>2026-11-28T08:00:00</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>${message}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><GrpSts>${status}</GrpSts></OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>${message}</OrgnlPmtInfId>${transactions}</OrgnlPmtInfAndSts>
</CstmrPmtStsRpt></Document>`
}

const transaction = (index: number, status: string, amount: string, reason = '') =>
  `<TxInfAndSts><OrgnlEndToEndId>${first + index}</OrgnlEndToEndId><TxSts>${status}</TxSts>${reason}<OrgnlTxRef><Amt><InstdAmt Ccy="EUR">${amount}</InstdAmt></Amt></OrgnlTxRef></TxInfAndSts>`

test('a pain.002 records each payment that the bank names, with its reason in words', () => {
  const closed = '<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Konto erloschen</AddtlInf></StsRsnInf>'
  const result = match(
    pain002(
      'PART',
      transaction(0, 'ACSC', '10.00') +
        transaction(1, 'RJCT', '20.00', closed) +
        transaction(2, 'ACSP', '30.00') +
        transaction(3, 'RJCT', '41.00'),
    ),
    payoutsOf('EUR', ...processing),
  )

  expect([idsOf(result.paid), idsOf(result.waiting)]).toEqual([[0], [2]])
  expect(result.returned).toMatchObject([{ reason: 'The account is closed. Konto erloschen (AC04)' }])
  expect(result.problems).toEqual([{ kind: 'amount', row: 4, payoutId: first + 3, amount: '41.00' }])
})

test.each([
  ['ACSC', { paid: 3, returned: 1, waiting: 0 }],
  ['RJCT', { paid: 0, returned: 4, waiting: 0 }],
  ['ACCP', { paid: 0, returned: 1, waiting: 3 }],
])('a pain.002 whose group is %s says so of every payment that it does not name', (status, expected) => {
  const { paid, returned, waiting } = match(
    pain002(status, transaction(1, 'RJCT', '20.00')),
    payoutsOf('EUR', ...processing),
  )

  expect({ paid: paid.length, returned: returned.length, waiting: waiting.length }).toEqual(expected)
})

test('a refused duplicate takes back nothing: the bank has these payments already', () => {
  const duplicate = '<StsRsnInf><Rsn><Cd>AM05</Cd></Rsn></StsRsnInf>'
  const whole = pain002('RJCT').replace('<GrpSts>RJCT</GrpSts>', `<GrpSts>RJCT</GrpSts>${duplicate}`)
  const ofGroup = match(whole, payoutsOf('EUR', ...processing))
  const ofPayment = match(
    pain002('PART', transaction(0, 'RJCT', '10.00', duplicate)),
    payoutsOf('EUR', ...processing),
  )
  const paid = payoutsOf('EUR', ...processing).map((payout) => ({ ...payout, state: 'paid' as const }))

  expect([ofGroup.returned, ofPayment.returned, match(pain002('RJCT'), paid).returned]).toEqual([[], [], []])
  expect(ofGroup.problems).toHaveLength(4)
  expect(ofPayment.problems).toMatchObject([{ kind: 'status', payoutId: first }])
})

test('a pain.002 about another file is refused, whatever it says of it', () => {
  const error = (id: string) => readResultFile(pain002('RJCT', '', id))

  expect(error('WAGES-2026-11')).toEqual({
    error: 'This report is about another file, WAGES-2026-11. Choose the report on this batch’s file.',
  })
  expect(error('')).toMatchObject({ error: expect.stringContaining('another file. Choose') })
})

test.each([
  ['', 'This file is empty.'],
  ['  \n', 'This file is empty.'],
  [
    'PK\u0003\u0004\u0000\u0000',
    'This file is no text. Save it as CSV, or as the XML of your bank, and try again.',
  ],
  ['Name,Amount\nMara,10', expect.stringMatching(/^We don’t know this file\./)],
  [payPalHeader, 'This file has a header and no rows.'],
  [`${payPalHeader}\n"unclosed`, 'This file ends in the middle of a row. Download it again, and try again.'],
  ['<html></html>', expect.stringMatching(/^This XML is no pain\.002/)],
  ['<Document><CstmrPmtStsRpt>', expect.stringMatching(/^This XML is no pain\.002/)],
])('the file %o is refused with a sentence', (text, error) => {
  expect(readResultFile(text)).toEqual({ error })
})

test.each([
  ['-1,228.00', 'USD', 122_800],
  ['1.228,00 €', 'EUR', 122_800],
  ['1 228', 'USD', 122_800],
  ['45', 'USD', 4_500],
  ['5.0', 'USD', 500],
  ['1,228', 'USD', 122_800],
  ['¥3,000', 'JPY', 3_000],
  ['3000.00', 'JPY', 3_000],
  ['1.500', 'KWD', 1_500],
  ['', 'USD', undefined],
  ['ten', 'USD', undefined],
])('the amount %o in %s is %s minor units', (text, currency, amount) => {
  expect(readAmount(text, currency)).toBe(amount)
})

test('a table is read with any separator, and with breaks and quotes in its cells', () => {
  expect(readCsv('\ufeffa\tb\r\n"x ""1""\ny"\t 2 \r\n\r\n')).toEqual([
    ['a', 'b'],
    ['x "1"\ny', '2'],
  ])
})

test('XML is read without prefixes, and not at all with a DOCTYPE or a wrong end', () => {
  const root = readXml('<?xml version="1.0"?><!-- x --><n:A><n:B c="1>2">a &amp; b &#x41;</n:B><C/></n:A>')

  expect([root?.name, textAt(root, 'B'), textAt(root, 'C'), textAt(root, 'D', 'E')]).toEqual([
    'A',
    'a & b A',
    '',
    '',
  ])
  for (const text of [
    '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
    '<a><b></a></b>',
    '<a>',
    'a',
    '<a/><b/>',
    '<a <b/>',
  ])
    expect(readXml(text), text).toBeUndefined()
  expect(readXml('<a>'.repeat(1_000) + '</a>'.repeat(1_000))).toBeUndefined()
})

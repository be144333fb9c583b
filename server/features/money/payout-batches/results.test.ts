import { expect, test } from 'vitest'
import { updateInstanceSettings } from '../../../../contract/instance-settings.ts'
import {
  downloadPayoutBatch,
  getPayoutBatch,
  listPayoutBatches,
  markPayoutBatchPaid,
  readPayoutResult,
  recordPayoutResult,
} from '../../../../contract/payout-batches.ts'
import { setPayoutMethod } from '../../../../contract/payouts.ts'
import { pain001Problems } from '../../../../tests/support/pain-001-rules.ts'
import { balancedLedger, march, payoutFixture } from '../../../../tests/support/payout-fixture.ts'

/** A PayPal batch of creators who sold for 100, 200, 300 and so on, with its file downloaded. */
async function payPalBatch(...names: Array<string>) {
  const fixture = await payoutFixture()
  const sellers = []
  for (const [index, name] of names.entries()) {
    const seller = await fixture.seller(`${name}@example.com`)
    await seller.sells(`${index + 1}00.00`)
    sellers.push(seller)
  }
  await fixture.processes()
  const ids = (await fixture.fileOf('paypal'))
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
    .toSorted(([, one], [, other]) => Number(one) - Number(other))
    .map((cells) => cells[3] ?? '')
  const batch = async () => (await fixture.admin.call(listPayoutBatches, { query: march })).body.batches[0]
  const params = { id: (await batch())?.id ?? 0 }
  return {
    ...fixture,
    sellers,
    ids,
    batch,
    params,
    reads: (text: string) => fixture.admin.call(readPayoutResult, { params, body: { name: 'r.csv', text } }),
    records: (text: string) =>
      fixture.admin.call(recordPayoutResult, { params, body: { name: 'r.csv', text } }),
  }
}

const header = 'Status,Currency,Gross,Transaction ID,Customer ID,Error Message'

test('a result file shows what it would record, and records it on the second press', async () => {
  const { w, batch, ids, sellers, reads, records, admin, params, ledgerHealth } = await payPalBatch(
    ...['mara', 'ada', 'teo', 'bo'],
  )
  const text = [
    header,
    `Completed,USD,-80.00,PP-1,${ids[0]},`,
    `Unclaimed,USD,-160.00,PP-2,${ids[1]},`,
    `Failed,USD,-240.00,PP-3,${ids[2]},Account closed`,
    `Completed,USD,-54.00,PP-4,${ids[3]},`,
    'Completed,USD,-7.00,PP-5,,',
  ].join('\n')

  const shown = await reads(text)
  const before = await batch()
  const recorded = await records(text)
  await w.runPayoutJobs()
  await w.runJobs()

  expect(shown.body).toMatchObject({
    kind: 'paypal',
    rowCount: 5,
    paid: { count: 1, amount: '80.00' },
    waiting: { count: 1, amount: '160.00' },
    returned: { count: 1, amount: '240.00' },
    unmatchedCount: 1,
    recordedAt: null,
    problems: [{ title: 'Row 5 says $54.00, we sent $320.00', text: 'Not recorded. Check it at PayPal.' }],
    payouts: [
      { email: 'teo@example.com', outcome: 'returned', reason: 'Account closed' },
      { email: 'ada@example.com', outcome: 'waiting' },
      { email: 'mara@example.com', outcome: 'paid' },
    ],
  })
  expect(before).toMatchObject({ state: 'downloaded', processingCount: 4 })
  expect(recorded.body).toEqual({ paidCount: 1, returnedCount: 1 })
  expect(await batch()).toMatchObject({
    state: 'downloaded',
    processingCount: 2,
    paidCount: 1,
    returnedCount: 1,
  })
  expect(await sellers[0]?.history()).toMatchObject([{ state: 'paid', reference: 'PP-1' }])
  expect(await sellers[2]?.history()).toMatchObject([{ state: 'returned', notes: 'PayPal: Account closed' }])
  expect((await sellers[2]?.earnings())?.availableBalance).toBe(240)
  expect((await admin.call(getPayoutBatch, { params })).body.results).toMatchObject([
    { fileName: 'r.csv', paidCount: 1, returnedCount: 1, recordedBy: 'admin@example.com' },
  ])
  const subjects = (await w.mailbox.list()).map(({ subject }) => subject)
  expect(subjects.filter((subject) => /on its way|was returned/.test(subject)).toSorted()).toEqual([
    '$80.00 is on its way to you',
    'Your payout of $240.00 was returned',
  ])
  expect(await ledgerHealth()).toEqual(balancedLedger)
})

test('reading the same file twice changes nothing, and a newer one records what is new', async () => {
  const { w, ids, sellers, reads, records } = await payPalBatch('mara', 'ada')
  const first = [header, `Completed,USD,-80.00,PP-1,${ids[0]},`, `Unclaimed,USD,-160.00,PP-2,${ids[1]},`]
  const newer = [header, `Completed,USD,-80.00,PP-1,${ids[0]},`, `Returned,USD,-160.00,PP-2,${ids[1]},`]

  const recorded = await Promise.all([records(first.join('\n')), records(first.join('\n'))])
  await w.runPayoutJobs()
  const shown = (await reads(first.join('\n'))).body
  const again = await records(first.join('\n'))
  const next = await records(newer.join('\n'))
  await w.runPayoutJobs()

  expect(recorded.map(({ body }) => body.paidCount).toSorted()).toEqual([0, 1])
  expect([shown.recordedAt, shown.paid.count, shown.recordedCount]).toEqual([expect.any(String), 0, 1])
  expect(again.body).toEqual({ paidCount: 0, returnedCount: 0 })
  expect(next.body).toEqual({ paidCount: 0, returnedCount: 1 })
  expect(await sellers[0]?.history()).toHaveLength(1)
  expect(await sellers[1]?.history()).toMatchObject([{ state: 'returned' }])
})

test('bad files get a sentence, and rows of another batch say which', async () => {
  const { w, ids, reads, records, sellers, processes, fileOf } = await payPalBatch('mara')
  await sellers[0]?.sells('100.00')
  w.clock.advance(60_000)
  await processes()
  const [other] = (await fileOf('paypal')).split('\r\n').map((line) => line.split(',')[3])

  const bad = await Promise.all(
    ['a,b\n1,2', header, '<html/>', 'PK\u0003\u0004', 'x'.repeat(2_000_001)].map((text) => reads(text)),
  )
  const shown = await reads([header, `Completed,USD,-80.00,PP-9,${other},`].join('\n'))
  const recorded = await records([header, `Completed,USD,-80.00,PP-9,${other},`].join('\n'))

  expect(bad.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
  expect(bad.map(({ body }) => body)).toMatchObject([
    { fields: { text: expect.stringMatching(/^We don’t know this file\./) } },
    { fields: { text: 'This file has a header and no rows.' } },
    { fields: { text: expect.stringMatching(/^This XML is no pain\.002/) } },
    { fields: { text: expect.stringMatching(/^This file is no text\./) } },
    { fields: { text: 'This file is larger than 2 MB. Is it the right one?' } },
  ])
  expect(shown.body.problems).toEqual([
    { title: '1 row isn’t from batch 2603-1', text: 'They’re from 2603-2. Open that batch to import them.' },
  ])
  expect(recorded.body).toEqual({ paidCount: 0, returnedCount: 0 })
  expect(ids).not.toContain(other)
})

test('a result that was interrupted is recorded to the end by the sweep, once', async () => {
  const { w, admin, params, sellers, batch, ledgerHealth } = await payPalBatch('mara', 'ada')
  const paidOn = w.clock.now().toISOString().slice(0, 10)
  await admin.call(markPayoutBatchPaid, { params, body: { reference: 'PP-1', paidOn } })
  await w.db.execute(`delete from pgboss.job where name = 'record-payout-result'`)

  w.clock.advance(5 * 60_000)
  await w.runPeriodicTasks()
  await w.runPayoutJobs()
  await w.runPeriodicTasks()
  await w.runPayoutJobs()

  expect(await batch()).toMatchObject({ state: 'done', paidCount: 2 })
  expect(await sellers[1]?.history()).toMatchObject([{ state: 'paid', reference: 'PP-1' }])
  expect(await ledgerHealth()).toEqual(balancedLedger)
})

test('a SEPA batch needs the operator’s account, pays from it, and is read back', async () => {
  const fixture = await payoutFixture({ env: { CURRENCY: 'EUR' } })
  const { w, admin, seller, processes, batchOf, fileOf } = fixture
  const mara = await seller('mara@example.com', { method: false })
  await mara.call(setPayoutMethod, {
    body: { payoutMethod: 'bank', payoutEmail: 'Mara Lind, IBAN DE89370400440532013000' },
  })
  await mara.sells('100.00')
  await processes()
  const { id = 0, missing } = (await batchOf('bank')) ?? {}
  const refused = await admin.call(downloadPayoutBatch, { params: { id } })
  const wrong = await admin.call(updateInstanceSettings, { body: { bankAccountIban: 'DE00' } })
  await admin.call(updateInstanceSettings, {
    body: { bankAccountIban: 'de02 1203 0000 0000 2020 51', bankAccountName: 'Dusk GmbH' },
  })

  const file = await fileOf('bank')
  const payoutId = /<EndToEndId>(\d+)</.exec(file)?.[1] ?? ''
  const params = { id }
  const text = `<Document><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>PAYOUTS-2603-1</OrgnlMsgId></OrgnlGrpInfAndSts>
    <OrgnlPmtInfAndSts><TxInfAndSts><OrgnlEndToEndId>${payoutId}</OrgnlEndToEndId><TxSts>RJCT</TxSts>
    <StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
  const other = await admin.call(recordPayoutResult, {
    params,
    body: { name: 'p.xml', text: text.replace('2603-1', '2602-7') },
  })
  await admin.call(recordPayoutResult, { params, body: { name: 'p.xml', text } })
  await w.runPayoutJobs()

  expect([refused.status, refused.body]).toEqual([409, expect.objectContaining({ message: missing })])
  expect(missing).toMatch(/^Enter the name and IBAN of your own account/)
  expect(wrong.body).toMatchObject({
    fields: { bankAccountIban: expect.stringMatching(/^Enter a valid IBAN/) },
  })
  expect(pain001Problems(file)).toEqual([])
  expect(file).toContain('<IBAN>DE02120300000000202051</IBAN>')
  expect(other.body).toMatchObject({
    fields: { text: 'This report is about batch 2602-7. Open that batch to import it.' },
  })
  expect(await mara.history()).toMatchObject([
    { state: 'returned', notes: 'The bank: The account is closed. (AC04)' },
  ])
})

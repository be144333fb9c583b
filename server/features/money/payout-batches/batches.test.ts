import { expect, test } from 'vitest'
import { listAuditLog } from '../../../../contract/admin-overview.ts'
import { savePayee } from '../../../../contract/payees.ts'
import {
  dissolvePayoutBatch,
  downloadPayoutBatch,
  getPayoutBatch,
  listPayoutBatches,
  makePayoutBatches,
  markPayoutBatchPaid,
} from '../../../../contract/payout-batches.ts'
import { listPayouts, markPayoutPaid, markPayoutReturned } from '../../../../contract/payout-runs.ts'
import { setPayoutMethod } from '../../../../contract/payouts.ts'
import { person } from '../../../../tests/support/payee-fixture.ts'
import { balancedLedger, march, payoutFixture } from '../../../../tests/support/payout-fixture.ts'
import { payouts } from '../../../db/schema/index.ts'

/** Creators with a payout each, by their method. */
async function threeMethods() {
  const fixture = await payoutFixture()
  const mara = await fixture.seller('mara@example.com')
  const jonas = await fixture.seller('jonas@example.com', { method: false })
  const noor = await fixture.seller('noor@example.com', { method: false })
  await jonas.call(setPayoutMethod, {
    body: { payoutMethod: 'wise', payoutEmail: 'Jonas Brandt, jonas@example.com' },
  })
  await noor.call(setPayoutMethod, { body: { payoutMethod: 'zelle', payoutEmail: '+cmd@example.com' } })
  for (const creator of [mara, jonas, noor]) await creator.sells('100.00')
  await fixture.processes()
  const batches = async () => (await fixture.admin.call(listPayoutBatches, { query: march })).body
  return { ...fixture, mara, jonas, noor, batches }
}

test('a run makes batches by method, each with a file in the form of its own site', async () => {
  const { w, batches, fileOf } = await threeMethods()

  const listed = await batches()

  expect(
    listed.batches.map(({ number, method, format, state, payoutCount, amount }) => [
      ...[number, method, format, state, payoutCount, amount],
    ]),
  ).toEqual([
    ['2603-1', 'paypal', 'paypal', 'new', 1, '80.00'],
    ['2603-2', 'wise', 'wise_email', 'new', 1, '80.00'],
    ['2603-3', 'zelle', 'csv', 'new', 1, '80.00'],
  ])
  expect(listed.unbatchedCount).toBe(0)
  const [paypal, wise, zelle] = await Promise.all(['paypal', 'wise', 'zelle'].map(fileOf))
  expect(paypal).toMatch(/^mara@example\.com,80\.00,USD,(\d+),Tipdrop payout \1,PAYPAL\r\n$/)
  expect(wise?.split('\r\n')).toEqual([
    'name,recipientEmail,paymentReference,receiverType,amountCurrency,amount,sourceCurrency,targetCurrency',
    expect.stringMatching(/^Jonas Brandt,jonas@example\.com,[0-9A-Z]{8,10},PERSON,target,80\.00,USD,USD$/),
    '',
  ])
  expect(zelle?.split('\r\n')[1]).toMatch(/^\d+,,'\+cmd@example\.com,80\.00,USD,,,$/)
  // Nobody is told before the money is sent.
  expect((await w.mailbox.list()).filter(({ subject }) => subject.includes('$80'))).toEqual([])
})

test('what is in one batch is in no second, and its file has the same bytes at each download', async () => {
  const { w, admin, mara, processes, batches, fileOf } = await threeMethods()
  const first = await fileOf('paypal')
  await mara.sells('50.00')
  w.clock.advance(3_600_000)
  await processes()
  await admin.call(makePayoutBatches, { body: {} })

  const listed = await batches()
  const rows = await w.db.select().from(payouts)

  expect(listed.batches.map(({ number, state, amount }) => [number, state, amount])).toEqual([
    ['2603-1', 'downloaded', '80.00'],
    ['2603-2', 'new', '80.00'],
    ['2603-3', 'new', '80.00'],
    ['2603-4', 'new', '40.00'],
  ])
  expect(new Set(rows.map(({ batchId }) => batchId)).size).toBe(rows.length)
  const { id = 0, sha256 } = listed.batches.at(0) ?? {}
  const again = await admin.call(downloadPayoutBatch, { params: { id } })
  expect(String(again.body)).toBe(first)
  expect(again.headers['content-disposition']).toContain('payouts-2603-1-paypal.csv')
  expect(sha256).toMatch(/^[0-9a-f]{64}$/)
  const audited = await admin.call(listAuditLog, { query: { q: 'downloadPayoutBatch' } })
  expect(audited.body.entries).toMatchObject([{ target: 'batch 2603-1' }, { target: 'batch 2603-1' }])
})

test('the database refuses a payout in a batch of another method or currency', async () => {
  const { w, batches } = await threeMethods()
  const [, , zelle] = (await batches()).batches

  await expect(w.db.update(payouts).set({ batchId: zelle?.id ?? 0 })).rejects.toThrow()
})

test('a batch is dissolved until its file was downloaded', async () => {
  const { admin, batches, fileOf } = await threeMethods()
  const [paypal, , zelle] = (await batches()).batches
  await fileOf('paypal')

  const dissolved = await admin.call(dissolvePayoutBatch, { params: { id: zelle?.id ?? 0 } })
  const refused = await admin.call(dissolvePayoutBatch, { params: { id: paypal?.id ?? 0 } })
  const after = await batches()
  const made = await admin.call(makePayoutBatches, { body: {} })

  expect(dissolved.body).toEqual({ number: '2603-3' })
  expect([refused.status, refused.body]).toMatchObject([
    409,
    {
      message:
        'The file of batch 2603-1 was downloaded, so it may have been paid. Mark its payouts as paid or returned.',
    },
  ])
  expect([after.batches.length, after.unbatchedCount, after.unbatchedAmount]).toEqual([2, 1, '80.00'])
  // A number is not given twice.
  expect(made.body.batches.map(({ number }) => number)).toEqual(['2603-4'])
  expect((await admin.call(getPayoutBatch, { params: { id: zelle?.id ?? 0 } })).status).toBe(404)
})

test('a payout that is marked alone leaves a batch whose file nobody has, and stays in one that was downloaded', async () => {
  const { admin, batches, fileOf } = await threeMethods()
  await fileOf('paypal')
  const idOf = async (email: string) =>
    (await admin.call(listPayouts)).body.payouts.find((payout) => payout.email === email)?.id ?? 0
  const notes = 'No such account.'

  await admin.call(markPayoutReturned, { params: { id: await idOf('mara@example.com') }, body: { notes } })
  await admin.call(markPayoutPaid, {
    params: { id: await idOf('jonas@example.com') },
    body: { reference: 'W-1' },
  })

  expect(
    (await batches()).batches.map(({ method, state, returnedCount }) => [method, state, returnedCount]),
  ).toEqual([
    ['paypal', 'done', 1],
    ['zelle', 'new', 0],
  ])
})

test('a batch is marked as paid with a reference and a day, and then creators are told', async () => {
  const { w, admin, mara, batches, fileOf, ledgerHealth } = await threeMethods()
  const id = (await batches()).batches.at(0)?.id ?? 0
  const pay = (body: { reference: string; paidOn: string }) =>
    admin.call(markPayoutBatchPaid, { params: { id }, body })
  const today = w.clock.now().toISOString().slice(0, 10)
  const early = await pay({ reference: 'PP-1', paidOn: today })
  await fileOf('paypal')
  const refused = await Promise.all([
    pay({ reference: '', paidOn: today }),
    pay({ reference: 'PP-1', paidOn: '2020-01-01' }),
    pay({ reference: 'PP-1', paidOn: '2030-01-01' }),
    pay({ reference: 'PP-1', paidOn: '2026-99-99' }),
  ])

  const marked = await pay({ reference: 'PP-1', paidOn: today })
  const during = (await batches()).batches.at(0)?.state
  const twice = await pay({ reference: 'PP-1', paidOn: today })
  await w.runPayoutJobs()
  await w.runJobs()
  const again = await pay({ reference: 'PP-2', paidOn: today })

  expect([early.status, ...refused.map(({ status }) => status), again.status]).toEqual([
    ...[409, 400, 400, 400, 400, 409],
  ])
  expect(refused.map(({ body }) => body)).toMatchObject([
    { fields: { reference: 'Enter the payment reference' } },
    {
      fields: {
        paidOn: expect.stringMatching(/^This batch was made on .*Choose that day or a later one\.$/),
      },
    },
    { fields: { paidOn: 'This day is in the future.' } },
    { fields: { paidOn: 'Choose the day on which you paid' } },
  ])
  expect([marked.body, during, twice.status]).toEqual([{ count: 1 }, 'recording', 409])
  expect(await mara.history()).toMatchObject([{ state: 'paid', reference: 'PP-1' }])
  expect((await batches()).batches.at(0)).toMatchObject({ state: 'done', paidCount: 1 })
  expect(
    (await w.mailbox.list()).filter(({ to }) => to === 'mara@example.com').map(({ subject }) => subject),
  ).toContain('$80.00 is on its way to you')
  expect(await ledgerHealth()).toEqual(balancedLedger)
})

test('Wise gets the legal name of payee details where the account’s name was not asked for', async () => {
  const { admin, seller, processes, fileOf, batchOf } = await payoutFixture()
  const mara = await seller('mara@example.com', { method: false })
  const jonas = await seller('jonas@example.com', { method: false })
  await mara.call(savePayee, { body: { ...person, legalName: 'Mara Vitale' } })
  for (const [creator, email] of [
    [mara, 'mara@pay.example'],
    [jonas, 'jonas@pay.example'],
  ] as const) {
    await creator.call(setPayoutMethod, { body: { payoutMethod: 'wise', payoutEmail: email } })
    await creator.sells('100.00')
  }
  await processes()
  const { batches } = (await admin.call(listPayoutBatches, { query: march })).body

  // Without any name it is paid from the table, and never under a display name or an address.
  expect(batches.map(({ format, payoutCount }) => [format, payoutCount])).toEqual([
    ['csv', 1],
    ['wise_email', 1],
  ])
  expect((await batchOf('wise'))?.format).toBe('wise_email')
  expect(await fileOf('wise')).toContain('\r\nMara Vitale,mara@pay.example,')
})

test('more payouts than a file may have rows are several batches, also when two make them at once', async () => {
  const { w, admin, seller, processes } = await payoutFixture()
  const mara = await seller('mara@example.com')
  await mara.sells('100.00')
  await processes()
  await w.db.execute(`insert into payouts (id, creator_id, run_id, month, amount, currency, state, method, destination, created_at)
    select 1000 + n, creator_id, run_id, '2026-02', 2500, 'USD', 'processing', 'wise', 'Mara Lind, mara@pay.example', created_at
    from payouts, generate_series(1, 1001) n`)

  await Promise.all([0, 1].map(() => admin.call(makePayoutBatches, { body: {} })))
  const { batches } = (await admin.call(listPayoutBatches, { query: { ...march, month: 2 } })).body

  expect(batches.map(({ number, payoutCount, maxRows }) => [number, payoutCount, maxRows])).toEqual([
    ['2602-1', 1_000, 1_000],
    ['2602-2', 1, 1_000],
  ])
  const { body } = await admin.call(getPayoutBatch, { params: { id: batches[0]?.id ?? 0 } })
  expect([body.payouts.length, body.restCount, body.restAmount]).toEqual([100, 900, '22500.00'])
})

test('a payout that is marked as paid while the file is made is either in the file and its batch, or in none', async () => {
  const { w, admin, batches, mara } = await threeMethods()
  const id = (await batches()).batches[0]?.id ?? 0
  const [payout] = (await admin.call(listPayouts)).body.payouts.filter(
    ({ email }) => email === 'mara@example.com',
  )
  const reference = 'PP-1'

  const [file, marked] = await Promise.all([
    admin.call(downloadPayoutBatch, { params: { id } }),
    admin.call(markPayoutPaid, { params: { id: payout?.id ?? 0 }, body: { reference } }),
  ])
  const rows = await w.db.select().from(payouts)
  const isInBatch = rows.find((row) => row.id === payout?.id)?.batchId !== null

  expect(marked.status).toBe(200)
  expect(await mara.history()).toMatchObject([{ state: 'paid' }])
  expect([file.status, isInBatch]).toEqual(isInBatch ? [200, true] : [409, false])
})

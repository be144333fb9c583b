import { expect, test } from 'vitest'
import { processPayouts } from '../../../../contract/admin-payouts.ts'
import { getPayoutRun, previewPayouts } from '../../../../contract/payout-runs.ts'
import { balancedLedger, march, payoutFixture } from '../../../../tests/support/payout-fixture.ts'

const dayMs = 24 * 3_600_000

test('a creator with $25 and a method is paid, and the others are skipped with a reason', async () => {
  const { w, admin, seller, processes, payouts, suspendCreator, ledgerHealth } = await payoutFixture()
  const mara = await seller('mara@example.com')
  const jonas = await seller('jonas@example.com')
  const noor = await seller('noor@example.com', { method: false })
  const theo = await seller('theo@example.com')
  await mara.sells('100.00')
  await jonas.sells('31.24') // less a fee of 6.24 (rounded down) is 25.00
  await noor.sells('60.00')
  await theo.sells('50.00')
  await jonas.sells('0.01')
  await suspendCreator(theo, 'Copies of other people’s work.')

  const before = (await admin.call(previewPayouts, { query: march })).body
  const run = await processes()

  expect(before.payable.map(({ email, amount }) => [email, amount])).toEqual([
    ['mara@example.com', '80.00'],
    ['jonas@example.com', '25.01'],
  ])
  expect(before).toMatchObject({
    payableCount: 2,
    skippedCount: 2,
    total: '105.01',
    currency: 'USD',
    disabledReason: null,
  })
  expect(run).toMatchObject({
    status: 200,
    state: 'completed',
    total: 4,
    processedCount: 4,
    paidCount: 2,
    skippedCount: 2,
    amount: '105.01',
    skipped: [
      { reason: 'payout_method_missing', message: 'No payout method', amount: '48.00' },
      { reason: 'suspended', message: 'Account suspended', amount: '40.00' },
    ],
  })
  expect((await payouts()).map(({ amount, state, method }) => [amount, state, method]).toSorted()).toEqual([
    [2501, 'processing', 'paypal'],
    [8000, 'processing', 'paypal'],
  ])
  expect(await w.probe.balance(`creator_balance/${mara.id}`)).toBe(0)
  expect(await w.probe.balance(`payouts_payable/${mara.id}`)).toBe(8000)
  expect(await ledgerHealth()).toEqual(balancedLedger)
})

test('no creator below $25 is paid, and one at $25 is', async () => {
  const { seller, processes } = await payoutFixture()
  const mara = await seller('mara@example.com')
  await mara.sells('31.23') // less a fee of 6.24 is 24.99

  expect(await processes()).toMatchObject({
    paidCount: 0,
    skipped: [{ reason: 'below_minimum', message: 'Below Minimum ($25)', amount: '24.99' }],
  })
  await mara.sells('0.01')
  expect(await processes()).toMatchObject({ paidCount: 1, amount: '25.00' })
})

test('creators who can’t be paid are skipped when a run begins, and the others are decided by its jobs', async () => {
  const { w, admin, seller, suspendCreator } = await payoutFixture()
  const mara = await seller('mara@example.com')
  const jonas = await seller('jonas@example.com', { method: false })
  const theo = await seller('theo@example.com')
  for (const creator of [mara, jonas, theo]) await creator.sells('100.00')

  const begun = await admin.call(processPayouts, { body: march })
  await suspendCreator(theo, 'Copies of other people’s work.')
  await w.runPayoutJobs()

  expect(begun.body).toMatchObject({ state: 'running', total: 3, processedCount: 1, skippedCount: 1 })
  const { body: run } = await admin.call(getPayoutRun, { params: { id: begun.body.id } })
  expect(run).toMatchObject({ state: 'completed', paidCount: 1, skippedCount: 2, amount: '80.00' })
  expect(run.skipped.map(({ email, reason, amount }) => [email, reason, amount]).toSorted()).toEqual([
    ['jonas@example.com', 'payout_method_missing', '80.00'],
    ['theo@example.com', 'suspended', '80.00'],
  ])
})

test('sales after the end of a month are paid by the run of the next month', async () => {
  const { w, seller, processes } = await payoutFixture()
  const mara = await seller('mara@example.com')
  await mara.sells('100.00')
  w.clock.advance(31 * dayMs) // 1 April
  await mara.sells('50.00')

  expect(await processes(march)).toMatchObject({ paidCount: 1, amount: '80.00' })
  expect(await processes(march)).toMatchObject({ paidCount: 0, skippedCount: 1 })
  expect(await processes({ month: 4, year: 2026 })).toMatchObject({ paidCount: 1, amount: '40.00' })
})

test('new earnings are on hold for PAYOUT_HOLD_DAYS and shown as pending', async () => {
  const { w, seller, processes } = await payoutFixture({ env: { PAYOUT_HOLD_DAYS: '7' } })
  const mara = await seller('mara@example.com')
  await mara.sells('100.00')
  w.clock.advance(3 * dayMs)
  await mara.sells('50.00')

  expect(await mara.earnings()).toMatchObject({
    availableBalance: 0,
    pendingPayouts: 120,
    totalEarnings: 120,
  })
  expect(await processes()).toMatchObject({ paidCount: 0 })
  w.clock.advance(4 * dayMs)
  expect(await mara.earnings()).toMatchObject({ availableBalance: 80, pendingPayouts: 40 })
  expect(await processes()).toMatchObject({ paidCount: 1, amount: '80.00' })
  expect(await mara.earnings()).toMatchObject({
    availableBalance: 0,
    pendingPayouts: 120,
    totalEarnings: 120,
  })
})

test('a payout in forints is a whole number of them, and the rest stays in the balance', async () => {
  const { w, admin, seller, processes, ledgerHealth } = await payoutFixture({ env: { CURRENCY: 'HUF' } })
  const mara = await seller('mara@example.com')
  await mara.sells('20000.33') // less a fee of 4000.06 is 16000.27

  const preview = (await admin.call(previewPayouts, { query: march })).body
  const run = await processes()

  expect(preview).toMatchObject({ total: '16000.00', payable: [{ amount: '16000.00' }] })
  expect(run).toMatchObject({ paidCount: 1, amount: '16000.00' })
  expect(await w.probe.balance(`creator_balance/${mara.id}`)).toBe(27)
  expect(await ledgerHealth()).toEqual(balancedLedger)
})

test('a future month cannot be processed', async () => {
  const { admin } = await payoutFixture()

  const { status, body } = await admin.call(processPayouts, { body: { month: 4, year: 2026 } })

  expect([status, body]).toEqual([400, { code: 'invalid_input', message: 'This month hasn’t started yet.' }])
})

test('a demonstration pays no one and says so in advance', async () => {
  const { admin, seller, payouts } = await payoutFixture({ env: { DEMO_MODE: 'true' } })
  await (await seller('mara@example.com')).sells('100.00')

  const { status, body } = await admin.call(processPayouts, { body: march })

  expect([status, body]).toEqual([403, { code: 'forbidden', message: 'This is a demo, so no one is paid.' }])
  expect((await admin.call(previewPayouts, { query: march })).body).toMatchObject({
    disabledReason: 'This is a demo, so no one is paid.',
    payableCount: 1,
  })
  expect(await payouts()).toEqual([])
})

test('a run of more creators than one job pays continues to its end', {
  tags: ['long'],
  timeout: 120_000,
}, async () => {
  const { w, admin, processes } = await payoutFixture()
  const creatorCount = 230
  await w.db.execute(`
    insert into users (id, name, email, payout_method, payout_email)
      select (900000 + n)::text, 'n', 'n' || n || '@example.com', 'wise', 'n' || n || '@example.com'
      from generate_series(1, ${creatorCount}) n;
    insert into ledger_entries (kind, reference, creator_id, account, amount, currency, created_at)
      select 'sale', 'purchase/' || n, (900000 + n)::text, a.account, a.amount, 'USD', '2026-03-01'
      from generate_series(1, ${creatorCount}) n,
        lateral (values ('cash_clearing', -3000), ('creator_balance/' || (900000 + n), 3000)) a (account, amount);
    insert into ledger_rollups (account, creator_id, kind, currency, amount, entry_count)
      select account, creator_id, 'sale', 'USD', 3000, 1 from ledger_entries where account like 'creator_balance/%'`)

  const started = await admin.call(processPayouts, { body: march })
  const run = await processes()

  expect(started.body).toMatchObject({ state: 'running', processedCount: 0, total: creatorCount })
  expect(run).toMatchObject({
    id: started.body.id,
    state: 'completed',
    processedCount: creatorCount,
    paidCount: creatorCount,
    amount: '6900.00',
  })
})

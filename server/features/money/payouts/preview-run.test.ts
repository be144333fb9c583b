import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { previewPayouts } from '../../../../contract/payout-runs.ts'
import { connectedAccountFixture } from '../../../../tests/support/connected-account-fixture.ts'
import { march, payoutFixture } from '../../../../tests/support/payout-fixture.ts'
import { requestRefundAs } from '../../../../tests/support/refund-request-fixture.ts'
import { users } from '../../../db/schema/index.ts'

test('the preview decides about every creator as the run does', async () => {
  const { w, admin, mara, seller, suspendCreator, processes, payouts } = await connectedAccountFixture()
  const manual = await seller('manual@example.com')
  const missing = await seller('missing@example.com', { method: false })
  const small = await seller('small@example.com')
  const suspended = await seller('suspended@example.com')
  const restricted = await seller('restricted@example.com')
  await mara.sells('100.00')
  await manual.sells('80.00')
  await requestRefundAs(w, (await manual.publishFile({ price: '10.00' })).id)
  await missing.sells('70.00')
  await small.sells('10.00')
  await suspended.sells('60.00')
  await restricted.sells('50.00')
  await w.db
    .update(users)
    .set({ providerAccountId: 'acct_1', providerAccountState: 'restricted' })
    .where(eq(users.id, restricted.id))
  await suspendCreator(suspended, 'Copies of other people’s work.')

  const { body: preview } = await admin.call(previewPayouts, { query: march })
  const run = await processes()

  const decided = Object.fromEntries(
    (await payouts()).map((row) => [row.creatorId, [row.method, row.amount]]),
  )
  expect(preview.payable.map(({ userId, payoutMethod, amount }) => [userId, payoutMethod, amount])).toEqual([
    [Number(mara.id), 'transfer', '80.00'],
    [Number(manual.id), 'paypal', '64.00'],
    [Number(restricted.id), 'paypal', '40.00'],
  ])
  expect(decided).toEqual({
    [mara.id]: ['transfer', 8_000],
    [manual.id]: ['paypal', 6_400],
    [restricted.id]: ['paypal', 4_000],
  })
  expect(preview).toMatchObject({ total: '184.00', payableCount: 3, manualCount: 2, skippedCount: 3 })
  expect(preview.skipped.map(({ canRemind, reminderSentAt, ...payee }) => payee)).toEqual(run.skipped)
  expect(preview.skipped.filter(({ canRemind }) => canRemind).map(({ reason }) => reason)).toEqual([
    'payout_method_missing',
  ])
})

test('the preview lists the 100 largest payouts and sums all of them', async () => {
  const { w, admin } = await payoutFixture()
  await w.db.execute(`
    insert into users (id, name, email, payout_method, payout_email)
      select (900000 + n)::text, 'n', 'n' || n || '@example.com', 'wise', 'n' || n || '@example.com'
      from generate_series(1, 120) n;
    insert into ledger_rollups (account, creator_id, kind, currency, amount, entry_count)
      select 'creator_balance/' || (900000 + n), 900000 + n, 'sale', 'USD', 3000 + n, 1 from generate_series(1, 120) n;
    insert into creator_monthly_sales_rollups (creator_id, month, net_amount)
      select 900000 + n, '2026-02', 3000 + n from generate_series(1, 120) n`)

  const { body } = await admin.call(previewPayouts, { query: march })

  expect(body).toMatchObject({ payableCount: 120, manualCount: 120, total: '3672.60' })
  expect(body.payable).toHaveLength(100)
  expect([body.payable[0]?.amount, body.payable[99]?.amount]).toEqual(['31.20', '30.21'])
})

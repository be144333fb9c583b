import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { maskDestination } from '../contract/payout-destination.ts'
import {
  auditLog,
  creatorMonthlyTaxRollups,
  monthlyReportLines,
  monthlyReports,
  payouts,
  purchases,
  users,
} from '../server/db/schema/index.ts'
import { payoutFixture } from './support/payout-fixture.ts'

// Rows as release 0.3.0 writes them, which knows no column that is newer. tests/roll-back.test.ts runs the release.

const destinations = [
  'mara@example.com',
  'Mara Lind, IBAN DE89370400440532013000',
  'Mara Lind, routing 021000021, account 123456789',
  '(555) 010-0199',
  '@maralind',
  '$maralind',
]

async function paidCreator() {
  const fixture = await payoutFixture()
  const mara = await fixture.seller('mara@example.com')
  const sale = await mara.sells('100.00')
  await fixture.processes()
  return { ...fixture, mara, sale }
}

test.each(destinations)('the database masks %s as the screens do', async (destination) => {
  const { w } = await payoutFixture()

  const { rows } = await w.db.execute<{ mask: string }>(sql`select mask_destination(${destination}) as mask`)

  expect(rows[0]?.mask).toBe(maskDestination(destination))
})

test('payout details that it stores in clear get a mask of their own', async () => {
  const { w, mara } = await paidCreator()
  const update = async (payoutEmail: string | null) => {
    await w.db.update(users).set({ payoutEmail }).where(eq(users.id, mara.id))
    const [row] = await w.db.select().from(users).where(eq(users.id, mara.id))
    return row?.payoutMask
  }

  expect(await update('new@example.org')).toBe('n•••@example.org')
  expect(await update(null)).toBeNull()
})

test('a payout that it creates has a mask, and a transfer the age of its key', async () => {
  const { w, mara } = await paidCreator()
  const [run] = await w.db.select().from(payouts)
  const [account] = await w.db.select().from(users).where(eq(users.id, mara.id))
  if (!run || !account?.payoutEmail) throw new Error('Expected a payout')
  const createdAt = new Date('2026-03-09T12:00:00Z')
  const columns = { runId: run.runId, month: '2026-03', creatorId: mara.id, amount: 100, currency: 'USD' }
  const insert = async (row: Pick<typeof payouts.$inferInsert, 'method' | 'destination'>) =>
    (
      await w.db
        .insert(payouts)
        .values({ ...columns, ...row, state: 'processing', createdAt })
        .returning()
    )[0]

  const manual = await insert({ method: 'paypal', destination: account.payoutEmail })
  const transfer = await insert({ method: 'transfer', destination: 'acct_1' })

  expect(manual).toMatchObject({ destinationMask: 'm•••@example.com', attemptStartedAt: null })
  expect(transfer).toMatchObject({ destinationMask: null, attemptStartedAt: createdAt })
  expect(transfer?.nextAttemptAt).toEqual(new Date('2026-03-09T12:02:00Z'))
})

test('it cannot fail a transfer whose later attempts it does not know, and can end one', async () => {
  const { w } = await paidCreator()
  const now = w.clock.now()
  await w.db.update(payouts).set({
    ...{ method: 'transfer', transferAttempt: 1, waitReason: 'balance_insufficient' },
    ...{ providerCode: 'balance_insufficient', nextAttemptAt: now, attemptStartedAt: now },
  })

  await expect(w.db.update(payouts).set({ state: 'failed' })).rejects.toMatchObject({
    cause: { message: expect.stringContaining('has attempt 2, which this release does not know') },
  })
  const [paid] = await w.db.update(payouts).set({ state: 'paid', paidAt: now }).returning()

  const ended = { waitReason: null, providerCode: null, nextAttemptAt: null, attemptStartedAt: null }
  expect(paid).toMatchObject(ended)
})

test('it cannot reverse a sale with tax without the tax', async () => {
  const { w } = await paidCreator()
  await w.db.update(purchases).set({ taxRateBps: 1_900, taxAmount: 1_597 })
  const reverse = (values: Partial<typeof purchases.$inferInsert>) => w.db.update(purchases).set(values)
  const lacksTax = { cause: { message: expect.stringContaining('lacks its tax') } }

  await expect(reverse({ refundedAmount: 10_000 })).rejects.toMatchObject(lacksTax)
  await expect(reverse({ disputedAmount: 5_000 })).rejects.toMatchObject(lacksTax)
  await reverse({ refundedAmount: 5_000, taxRefundedAmount: 799 })
  // Less than half a cent of the tax is in it.
  await reverse({ refundedAmount: 5_001 })
  await reverse({ refundedAmount: 10_000, taxRefundedAmount: 1_597 })
})

test('a month that it closes has its tax, and masks instead of payout details', async () => {
  const { w, mara } = await paidCreator()
  const { id: creatorId } = mara
  await w.db
    .insert(creatorMonthlyTaxRollups)
    .values({ creatorId, month: '2026-02', currency: 'USD', taxAmount: 300 })
  const zeros = { saleCount: 0, grossAmount: 0, platformFeeAmount: 0, paidOutAmount: 0 }
  const closed = { month: '2026-02', currency: 'USD', closedAt: w.clock.now() }
  const [account] = await w.db.select().from(users).where(eq(users.id, creatorId))

  const [report] = await w.db
    .insert(monthlyReports)
    .values({ ...zeros, ...closed })
    .returning()
  const [line] = await w.db
    .insert(monthlyReportLines)
    .values({
      ...zeros,
      ...{ month: '2026-02', creatorId, email: 'mara@example.com', payoutEmail: account?.payoutEmail },
      ...{ netAmount: 0, closingBalanceAmount: 0 },
    })
    .returning()

  expect(report?.taxAmount).toBe(300)
  expect(line).toMatchObject({ taxAmount: 300, payoutEmail: 'm•••@example.com' })
})

test.each([
  ['mara@example.com', 'm•••@example.com'],
  ['m•••@example.com', 'm•••@example.com'],
  ['acct_1', 'acct_1'],
])('the audit log has the destination %s of a payout as %s', async (to, stored) => {
  const { w, admin } = await paidCreator()

  const [entry] = await w.db
    .insert(auditLog)
    .values({
      ...{ actorId: admin.id, actorEmail: 'admin@example.com', action: 'markPayoutPaid', target: 'payout/1' },
      ...{ oldValues: { to, state: 'paid' }, createdAt: w.clock.now() },
    })
    .returning()

  expect(entry?.oldValues).toEqual({ to: stored, state: 'paid' })
})

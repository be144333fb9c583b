import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  exportCreatorPayoutsCsv,
  getCreatorPayouts,
  getMonthlyReportFile,
  getMonthlyReports,
  getPayoutSummary,
  listCreatorPayouts,
  processPayouts,
} from '../../../../contract/admin-payouts.ts'
import { previewPayouts } from '../../../../contract/payout-runs.ts'
import { differences } from '../../../../tests/support/check-ledger.ts'
import { requestRefundAs } from '../../../../tests/support/refund-request-fixture.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { monthlyReportLines, monthlyReports, users } from '../../../db/schema/index.ts'
import { processRunBatch } from '../../money/payouts/runs.ts'
import { closeMonthlyReports } from './reports.ts'

const dayMs = 24 * 3_600_000
const march = { month: 3, year: 2026 }
const april = { month: 4, year: 2026 }

/** Mara sold for $100 and $10 in March, of which $10 was refunded in April; Jonas for $5 in March. */
async function twoMonths() {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  const mara = await w.creator()
  const jonas = await w.creator('jonas@example.com')
  const expensive = await mara.publishText({ price: '100.00' })
  const cheap = await mara.publishText({ price: '10.00' })
  const small = await jonas.publishText({ price: '5.00' })
  await w.visitor().purchase(expensive.id)
  const fan = w.visitor()
  const bought = await fan.purchase(cheap.id)
  await w.visitor().purchase(small.id)

  w.clock.advance(40 * dayMs)
  await w.sandbox.refund({ paymentId: bought.paymentIntentId, amount: 1_000, reason: 'requested' }, 'back')
  await w.deliverWebhooks()
  return { w, admin, mara, jonas }
}

test('the summary of a month has the sums of its changes', async () => {
  const { admin } = await twoMonths()

  const summary = async (query: typeof march) => (await admin.call(getPayoutSummary, { query })).body

  expect(await summary(march)).toEqual({
    totalRevenue: 115,
    taxes: 0,
    platformCommission: 23,
    totalPayouts: 0,
    creatorCount: 2,
    pendingPayouts: 80,
    proRevenue: 0,
    proTaxes: 0,
  })
  expect(await summary(april)).toEqual({
    totalRevenue: -10,
    taxes: 0,
    platformCommission: -2,
    totalPayouts: 0,
    creatorCount: 2,
    pendingPayouts: 80,
    proRevenue: 0,
    proTaxes: 0,
  })
})

test('a month before the first sale has no creators', async () => {
  const { admin } = await twoMonths()

  const { body } = await admin.call(getPayoutSummary, { query: { month: 1, year: 2026 } })
  const page = await admin.call(listCreatorPayouts, { query: { month: 1, year: 2026 } })

  expect(body).toMatchObject({ totalRevenue: 0, creatorCount: 0, pendingPayouts: 0 })
  expect(page.body).toMatchObject({ creators: [], total: 0 })
})

test('creators are sorted by payable amount and marked as eligible for a payout or not', async () => {
  const { admin, mara, jonas } = await twoMonths()

  const { body } = await admin.call(listCreatorPayouts, { query: march })
  const fullList = await admin.call(getCreatorPayouts, { query: march })

  expect(body.creators).toMatchObject([
    {
      userId: Number(mara.id),
      totalEarnings: '88.00',
      availableBalance: '80.00',
      isEligibleForPayout: true,
      contentCount: 2,
    },
    { userId: Number(jonas.id), totalEarnings: '4.00', availableBalance: '4.00', isEligibleForPayout: false },
  ])
  expect(
    fullList.body.map(({ totalEarnings, availableBalance }) => [totalEarnings, availableBalance]),
  ).toEqual([
    [88, 80],
    [4, 4],
  ])
})

test('a creator is found by part of the email, and wildcards in the search are literal', async () => {
  const { admin } = await twoMonths()
  const search = async (q: string) => {
    const { body } = await admin.call(listCreatorPayouts, { query: { ...march, q } })
    return body.creators.map(({ email }) => email)
  }

  expect(await search('JONAS@')).toEqual(['jonas@example.com'])
  expect(await search('%')).toEqual([])
  expect(await search("' or 1=1 --")).toEqual([])
})

test('the payable amount equals what a run would pay, less requested refunds and sales on hold', async () => {
  const { w, admin, mara } = await twoMonths()
  const item = await mara.publishText({ price: '40.00' })
  await requestRefundAs(w, item.id)
  await w.visitor().purchase(item.id)
  await w.db.update(users).set({ payoutMethod: 'wise', payoutEmail: 'mara@example.com' })

  for (const query of [march, april]) {
    const { body: table } = await admin.call(listCreatorPayouts, { query })
    const { body: preview } = await admin.call(previewPayouts, { query })
    const available = Object.fromEntries(table.creators.map((row) => [row.userId, row.availableBalance]))

    expect(preview.payable.map(({ userId, amount }) => [userId, amount])).toEqual(
      preview.payable.map(({ userId }) => [userId, available[userId]]),
    )
    expect(preview.skipped.map(({ amount }) => amount)).toEqual(['4.00'])
  }
  const { body } = await admin.call(listCreatorPayouts, { query: april })
  expect(body.creators[0]?.availableBalance).toBe('112.00')
})

test('a month is closed once, an hour after its end', async () => {
  const { w, admin } = await twoMonths()

  const closed = await Promise.all([closeMonthlyReports(w.ports), closeMonthlyReports(w.ports)])
  const again = await closeMonthlyReports(w.ports)

  expect(closed.flat()).toEqual(['2026-03'])
  expect(again).toEqual([])
  expect((await admin.call(getMonthlyReports)).body).toEqual([
    {
      ...march,
      totalRevenue: 115,
      taxes: 0,
      platformEarnings: 23,
      creatorPayouts: 0,
      transactionCount: 3,
      proRevenue: 0,
      proTaxes: 0,
    },
  ])
})

test('the report of a closed month is the same bytes when generated again', async () => {
  const { w, admin, mara } = await twoMonths()
  await closeMonthlyReports(w.ports)
  const download = async () => (await admin.call(getMonthlyReportFile, { query: march })).bytes
  const first = await download()

  await w.db
    .update(users)
    .set({ email: 'other@example.com', firstName: '=HYPERLINK("x")' })
    .where(eq(users.id, mara.id))
  w.clock.advance(100 * dayMs)
  await closeMonthlyReports(w.ports)

  expect((await download()).equals(first)).toBe(true)
  expect((await admin.call(exportCreatorPayoutsCsv, { query: march })).bytes.equals(first)).toBe(true)
})

test('the report of a closed month ends with its totals and is safe in a spreadsheet', async () => {
  const { w, admin, mara } = await twoMonths()
  await w.db.update(users).set({ firstName: '=1+1', lastName: 'a "b", c\nd' }).where(eq(users.id, mara.id))
  await closeMonthlyReports(w.ports)

  const { bytes, headers } = await admin.call(getMonthlyReportFile, { query: march })
  const text = bytes.toString()

  expect(headers['content-disposition']).toContain('creator-payouts-2026-03.csv')
  expect(text).toContain(`,'=1+1,"a ""b"", c\nd",mara@example.com,`)
  expect(text).toContain('2,110.00,22.00,88.00,0.00,88.00\r\n')
  expect(text).toMatch(/Total,,,,,,3,115\.00,23\.00,92\.00,0\.00,92\.00\r\n$/)
})

test('the export of an open month has the creators’ current figures', async () => {
  const { admin } = await twoMonths()

  const report = await admin.call(getMonthlyReportFile, { query: april })
  const { bytes } = await admin.call(exportCreatorPayoutsCsv, { query: april })

  expect(report.status).toBe(404)
  expect(bytes.toString()).toContain('mara@example.com,,,-8.00,80.00,No payout method')
  expect(bytes.toString()).toMatch(/Total,,,,,,-8\.00,84\.00,\r\n$/)
})

test('a closed month cannot be changed', async () => {
  const { w } = await twoMonths()
  await closeMonthlyReports(w.ports)

  await expect(w.db.delete(monthlyReportLines)).rejects.toThrow()
  await expect(w.db.update(monthlyReports).set({ grossAmount: 1 })).rejects.toThrow()
})

test('the monthly rollups equal the sums of their postings', async () => {
  const { w, mara } = await twoMonths()
  const cent = await mara.publishText({ price: '0.01' })
  await w.visitor().purchase(cent.id)

  expect(await differences(w, 'Monthly totals match the ledger')).toEqual([])
})

/** Runs the payouts of March, after Mara has chosen a method. */
async function payMara({ w, admin, mara }: Awaited<ReturnType<typeof twoMonths>>) {
  await w.db
    .update(users)
    .set({ payoutMethod: 'wise', payoutEmail: 'mara@example.com' })
    .where(eq(users.id, mara.id))
  const { body: run } = await admin.call(processPayouts, { body: march })
  await processRunBatch(w.ports, { runId: String(run.id) })
}

test('a later payout does not appear as a negative balance in earlier months', async () => {
  const shop = await twoMonths()
  const { admin } = shop
  await payMara(shop)
  const january = { month: 1, year: 2026 }

  const page = async (query: typeof march) => (await admin.call(listCreatorPayouts, { query })).body
  const { body: summary } = await admin.call(getPayoutSummary, { query: april })

  expect((await page(january)).creators).toEqual([])
  expect((await page(march)).creators.map(({ availableBalance }) => availableBalance)).toEqual([
    '4.00',
    '0.00',
  ])
  expect(summary).toMatchObject({ totalPayouts: 80, pendingPayouts: 0 })
})

test('the export has the stage that the page shows', async () => {
  const shop = await twoMonths()
  const { admin } = shop
  await payMara(shop)

  const rows = parse(Buffer.from((await admin.call(exportCreatorPayoutsCsv, { query: march })).bytes), {
    columns: true,
    bom: true,
  }) as Array<Record<string, string>>

  const mine = rows.find((row) => row.Email === 'mara@example.com')
  expect(mine).toMatchObject({ Status: 'To pay manually', 'Payout address (masked)': 'm•••@example.com' })
})

test('a refund of an old sale lowers what is payable for its month and all later ones', async () => {
  const { w, admin, mara } = await twoMonths()
  const item = await mara.publishText({ price: '100.00' })
  const fan = w.visitor()
  const bought = await fan.purchase(item.id)
  w.clock.advance(40 * dayMs)
  await w.visitor().purchase(item.id)
  w.clock.advance(40 * dayMs)
  const payable = async () => {
    const months = [3, 4, 5].map((month) => admin.call(getPayoutSummary, { query: { month, year: 2026 } }))
    return (await Promise.all(months)).map(({ body }) => body.pendingPayouts)
  }
  expect(await payable()).toEqual([80, 160, 240])

  await w.sandbox.refund({ paymentId: bought.paymentIntentId, amount: 10_000, reason: 'requested' }, 'late')
  await w.deliverWebhooks()

  expect(await payable()).toEqual([80, 80, 160])
  expect(await differences(w, 'Monthly totals match the ledger')).toEqual([])
})

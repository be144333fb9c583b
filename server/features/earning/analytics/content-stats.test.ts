import { expect, test } from 'vitest'
import { getContentStats, getEarningsHistory, recordView } from '../../../../contract/analytics.ts'
import { getDashboardStats } from '../../../../contract/earnings.ts'
import { differences } from '../../../../tests/support/check-ledger.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { countSalesByHour, loadReportDays, loadSources, loadTopItems } from './report.ts'

const dayMs = 24 * 3_600_000
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'

/** An item at ten dollars: viewed and sold on 1 March, and sold again on 3 March. */
async function twoSales() {
  const w = await createTestApp()
  const mara = await w.creator()
  const item = await mara.publishFile({ price: '10.00' })
  const headers = { 'user-agent': phone }
  await w.visitor().call(recordView, { params: { id: item.id }, headers, body: { referrer: 'example.org' } })
  await w.visitor().starts(item.id)
  const first = await w.visitor().purchase(item.id)
  w.clock.advance(2 * dayMs)
  await w.visitor().purchase(item.id)
  await w.countViews()
  const signedInMara = await w.creator()
  const refund = async (amount: number) => {
    const key = `refund:${amount}`
    await w.sandbox.refund({ paymentId: first.paymentIntentId, amount, reason: 'requested' }, key)
    await w.deliverWebhooks()
  }
  return { w, mara: signedInMara, item, refund }
}

test('an item has views, checkouts, sales and its last thirty days', async () => {
  const { mara, item } = await twoSales()

  const { body } = await mara.call(getContentStats, { params: { id: item.id } })

  expect(body).toMatchObject({
    id: item.id,
    views: 1,
    checkouts: 3,
    sales: 2,
    netEarnings: 16,
    currency: 'USD',
  })
  expect(body.days).toHaveLength(30)
  expect(body.days.at(-3)).toEqual({ day: '2026-03-01', views: 1, sales: 1, earned: 8 })
  expect(body.days.at(-1)).toEqual({ day: '2026-03-03', views: 0, sales: 1, earned: 8 })
})

test('the stats of a pay-what-you-want item have its sales by amount, those of a fixed price have none', async () => {
  const { w, mara, item } = await twoSales()
  const tips = await mara.publishText({ pricingModel: 'pay_what_you_want', minimumPrice: '2.00' })
  for (const customAmount of ['2.00', '2.50', '4.00']) await w.visitor().purchase(tips.id, { customAmount })
  const paidAmountsOf = async (id: number) =>
    (await mara.call(getContentStats, { params: { id } })).body.paidAmounts

  expect(await paidAmountsOf(tips.id)).toEqual([
    { from: '2.00', to: '2.99', sales: 2 },
    { from: '3.00', to: '3.99', sales: 0 },
    { from: '4.00', to: '4.99', sales: 1 },
  ])
  expect(await paidAmountsOf(item.id)).toBeNull()
})

test('the stats of another creator’s item get 404', async () => {
  const { w, item } = await twoSales()
  const jonas = await w.creator('jonas@example.com')

  const theirs = await jonas.call(getContentStats, { params: { id: item.id } })
  const nobodys = await jonas.call(getContentStats, { params: { id: 999_999 } })

  expect([theirs.status, theirs.body]).toEqual([404, nobodys.body])
})

test('earnings over time have a point for every day, also empty ones', async () => {
  const { mara } = await twoSales()

  const week = (await mara.call(getEarningsHistory, { query: { period: 'week' } })).body
  const all = (await mara.call(getEarningsHistory, { query: { period: 'all' } })).body

  expect(week).toMatchObject({ currency: 'USD', interval: 'day' })
  expect(week.points.map(({ from, netEarnings }) => [from, netEarnings])).toEqual([
    ['2026-02-25', 0],
    ['2026-02-26', 0],
    ['2026-02-27', 0],
    ['2026-02-28', 0],
    ['2026-03-01', 8],
    ['2026-03-02', 0],
    ['2026-03-03', 8],
  ])
  expect(all.points[0]).toEqual({
    from: '2026-03-01',
    views: 1,
    sales: 1,
    earned: 8,
    refunded: 0,
    netEarnings: 8,
    previousEarned: null,
  })
  expect(all.points).toHaveLength(3)
})

test('a refund is subtracted on its own day, and the days sum to the ledger', async () => {
  const { w, mara, refund } = await twoSales()

  await refund(1000)

  const { points, total } = (await mara.call(getEarningsHistory, { query: { period: 'week' } })).body
  expect(points.slice(-3).map(({ netEarnings }) => netEarnings)).toEqual([8, 0, 0])
  expect(points.at(-1)).toMatchObject({ sales: 1, earned: 8, refunded: 8 })
  expect(total).toEqual({ sales: 2, refundedSales: 1, earned: 16, refunded: 8, netEarnings: 8 })
  expect((await mara.call(getDashboardStats)).body).toMatchObject({ totalTips: 1, totalEarnings: 8 })
  expect(await differences(w, 'Daily creator earnings match the ledger')).toEqual([])
})

test('a manipulated daily rollup is reported as drifted', async () => {
  const { w, mara } = await twoSales()

  await w.ports.pool.query(
    "update creator_daily_rollups set net_amount_delta = net_amount_delta + 1 where day = '2026-03-01'",
  )

  expect(await differences(w, 'Daily creator earnings match the ledger')).toEqual([
    { entityRef: `creator_balance/${mara.id} on 2026-03-01`, stored: '801', recomputed: '800' },
  ])
})

test('a longer history is grouped by week', async () => {
  const { w } = await twoSales()
  w.clock.advance(98 * dayMs)
  const mara = await w.creator()

  const { body } = await mara.call(getEarningsHistory, { query: { period: 'all' } })

  expect(body).toMatchObject({ interval: 'week', previous: null })
  // The first of March 2026 is a Sunday.
  expect(body.points.slice(0, 3).map(({ from, netEarnings }) => [from, netEarnings])).toEqual([
    ['2026-02-23', 8],
    ['2026-03-02', 8],
    ['2026-03-09', 0],
  ])
  expect(body.points.at(-1)?.from).toBe('2026-06-08')
})

test('a period is compared with the days before it, once the creator was active for all of them', async () => {
  const { w, mara, item, refund } = await twoSales()
  const early = (await mara.call(getEarningsHistory, { query: { period: 'week' } })).body
  w.clock.advance(11 * dayMs)
  await refund(500)
  await w.visitor().purchase(item.id)
  const signedInMara = await w.creator()

  const { points, total, previous } = (
    await signedInMara.call(getEarningsHistory, { query: { period: 'week' } })
  ).body

  expect(early.previous).toBeNull()
  // Both sales were in the week before, on its first and third day.
  expect(previous).toEqual({ sales: 2, earned: 16, refunded: 0, netEarnings: 16 })
  expect(points.map(({ previousEarned }) => previousEarned)).toEqual([8, 0, 8, 0, 0, 0, 0])
  expect(points.at(-1)).toMatchObject({ earned: 8, refunded: 4, netEarnings: 4 })
  expect(total).toEqual({ sales: 1, refundedSales: 0, earned: 8, refunded: 4, netEarnings: 4 })
})

test('before the first event there is one empty day', async () => {
  const w = await createTestApp()
  const mara = await w.creator()

  const { points } = (await mara.call(getEarningsHistory, { query: { period: 'all' } })).body

  expect(points).toMatchObject([{ from: '2026-03-01', views: 0, sales: 0, netEarnings: 0 }])
})

test('a report contains only its date range and its creator', async () => {
  const { w, mara, item } = await twoSales()
  const range = { from: '2026-03-01', to: '2026-03-02' }

  const days = await loadReportDays(w.db, { creatorId: mara.id }, range)
  const items = await loadTopItems(w.db, mara.id, range)
  const stranger = await loadReportDays(w.db, { creatorId: 'nobody' }, range)

  expect(days).toMatchObject([
    { day: '2026-03-01', views: 1, checkouts: 2, sales: 1, earned: 800, refunded: 0, netEarnings: 800 },
    { day: '2026-03-02', views: 0, checkouts: 0, sales: 0, netEarnings: 0 },
  ])
  expect(items).toEqual([
    {
      id: item.id,
      title: item.title,
      views: 1,
      checkouts: 2,
      sales: 1,
      netEarnings: 800,
      isFree: false,
      givenFree: 0,
      salesByStep: [1, 0],
    },
  ])
  expect(stranger).toMatchObject([{ views: 0, checkouts: 0 }, { views: 0 }])
  expect(await loadTopItems(w.db, 'nobody', range)).toEqual([])
})

test('sources have their views, sales and earnings, by link and by referrer', async () => {
  const { w, mara, item, refund } = await twoSales()
  await refund(500)
  await w.visitor().purchase(item.id, { source: 'utm_source=News&utm_medium=email' })
  await w.visitor().purchase(item.id, { source: 'referrer=example.org' })

  const sources = await loadSources(w.ports, { creatorId: mara.id }, { from: '2026-03-01', to: '2026-03-03' })

  expect(sources).toEqual([
    // Half of the first sale was refunded.
    { source: '', views: 0, paidViews: 0, sales: 2, netEarnings: 1200 },
    { source: 'example.org', views: 1, paidViews: 1, sales: 1, netEarnings: 800 },
    { source: 'news', views: 0, paidViews: 0, sales: 1, netEarnings: 800 },
  ])
})

test('sales are counted by weekday and hour of the time zone', async () => {
  const { w, mara } = await twoSales()
  const scope = { creatorId: mara.id }
  const range = { from: '2026-03-01', to: '2026-03-03' }

  // Noon on a Sunday, and on the Tuesday after it.
  expect(await countSalesByHour(w.db, scope, { range, timeZone: 'UTC' })).toEqual([
    { weekday: 1, hour: 12, sales: 1 },
    { weekday: 6, hour: 12, sales: 1 },
  ])
  expect(await countSalesByHour(w.db, scope, { range, timeZone: 'Asia/Tokyo' })).toEqual([
    { weekday: 1, hour: 21, sales: 1 },
    { weekday: 6, hour: 21, sales: 1 },
  ])
})

import { expect, test } from 'vitest'
import { exportAnalyticsReport, getAnalyticsReport, recordView } from '../../../../contract/analytics.ts'
import { refundSale } from '../../../../contract/sales.ts'
import { postForm } from '../../../../tests/support/free-fixture.ts'
import { upgradeToPro } from '../../../../tests/support/test-app/subscription-client.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

const dayMs = 24 * 3_600_000
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'

/** Two items at ten and four dollars, both sold on March 1; Dusk is sold again on March 3 and partly refunded. */
async function twoItems() {
  const w = await createTestApp()
  const mara = await w.creator()
  await upgradeToPro(mara)
  const dusk = await mara.publishText({ price: '10.00', title: '=Dusk' })
  const dawn = await mara.publishText({ price: '4.00', title: 'Dawn' })
  const view = { headers: { 'user-agent': phone }, body: { referrer: 'example.org' } }
  await w.visitor().call(recordView, { params: { id: dusk.id }, ...view })
  await w.visitor().purchase(dusk.id, { source: 'utm_source=news' })
  await w.visitor().purchase(dawn.id)
  w.clock.advance(2 * dayMs)
  const { purchaseId } = await w.visitor().purchase(dusk.id)
  const signedIn = await w.creator()
  await signedIn.call(refundSale, { params: { id: purchaseId }, body: { amount: '2.50', refunded: '0' } })
  await w.countViews()
  return { w, mara: signedIn, dusk, dawn }
}

const march = { from: '2026-03-01', to: '2026-03-03' }

test('a report of one item has its own totals, days, sources and hours', async () => {
  const { mara, dusk, dawn } = await twoItems()

  const { body: all } = await mara.call(getAnalyticsReport, { query: march })
  const { body: one } = await mara.call(getAnalyticsReport, { query: { ...march, item: dusk.id } })
  const { body: other } = await mara.call(getAnalyticsReport, { query: { ...march, item: dawn.id } })

  expect(all).toMatchObject({ item: null, total: { views: 1, checkouts: 3, sales: 3, netEarnings: 21.5 } })
  expect(one).toMatchObject({
    item: { id: dusk.id, title: '=Dusk' },
    countedSince: '2026-03-01',
    total: { views: 1, checkouts: 2, sales: 2, earned: 20, refunded: 2.5, netEarnings: 17.5 },
  })
  expect(one.days.map(({ earned, refunded }) => [earned, refunded])).toEqual([
    [10, 0],
    [0, 0],
    [10, 2.5],
  ])
  expect(one.sources).toEqual([
    { source: 'news', views: 0, paidViews: 0, sales: 1, netEarnings: 10 },
    { source: '', views: 0, paidViews: 0, sales: 1, netEarnings: 7.5 },
    { source: 'example.org', views: 1, paidViews: 1, sales: 0, netEarnings: 0 },
  ])
  expect(one.hours.map(({ weekday, sales }) => [weekday, sales])).toEqual([
    [1, 1],
    [6, 1],
  ])
  expect(other.total).toMatchObject({ views: 0, checkouts: 1, sales: 1, refunded: 0, netEarnings: 4 })
  // The items to choose from.
  expect(one.items.map(({ id }) => id)).toEqual([dusk.id, dawn.id])
})

test('a report has the days of the period before, once there was activity then', async () => {
  const { mara, dusk } = await twoItems()
  const secondDay = { from: '2026-03-02', to: '2026-03-02', item: dusk.id }

  const { body } = await mara.call(getAnalyticsReport, { query: secondDay })
  const { body: first } = await mara.call(getAnalyticsReport, { query: march })

  expect(body.previous).toMatchObject({ views: 1, sales: 1, netEarnings: 10 })
  expect(body.days).toMatchObject([{ earned: 0, previous: { views: 1, sales: 1, earned: 10 } }])
  expect([first.previous, first.days[0]?.previous]).toEqual([null, null])
})

test('a dispute of another item is not in the report of this one', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await upgradeToPro(mara)
  const [dusk, dawn] = [await mara.publishText({ price: '10.00' }), await mara.publishText({ price: '4.00' })]
  const sold = await w.visitor().purchase(dusk.id)
  await w.visitor().purchase(dawn.id)
  await w.sandbox.simulate.dispute(sold.paymentIntentId, 'open')
  await w.deliverWebhooks()

  const totalOf = async (item: number) =>
    (await mara.call(getAnalyticsReport, { query: { ...march, item } })).body.total

  expect(await totalOf(dusk.id)).toMatchObject({ sales: 1, earned: 10, refunded: 10, netEarnings: 0 })
  expect(await totalOf(dawn.id)).toMatchObject({ sales: 1, earned: 4, refunded: 0, netEarnings: 4 })
})

test('a report and an export of another creator’s item are not found', async () => {
  const { w, dusk } = await twoItems()
  const jonas = await w.creator('jonas@example.com')
  await upgradeToPro(jonas)
  const query = { ...march, item: dusk.id }

  const answers = [
    await jonas.call(getAnalyticsReport, { query }),
    await jonas.call(exportAnalyticsReport, { query }),
    await jonas.call(getAnalyticsReport, { query: { ...march, item: 999_999 } }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
})

test('the export has a line for each day and totals, and no cell is a formula', async () => {
  const { mara, dusk } = await twoItems()

  const all = await mara.call(exportAnalyticsReport, { query: march })
  const one = await mara.call(exportAnalyticsReport, { query: { ...march, item: dusk.id } })

  expect(all.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringContaining('tipdrop-analytics-2026-03-01-to-2026-03-03.csv'),
  })
  expect(all.bytes.toString('utf8').split('\r\n')).toEqual([
    '\ufeffDay (UTC),Item,Views,Checkouts,Sales,Got it free,Fully refunded sales,Earned (USD),Refunded (USD),Your earnings (USD)',
    '2026-03-01,All items,1,2,2,0,0,14.00,0.00,14.00',
    '2026-03-02,All items,0,0,0,0,0,0.00,0.00,0.00',
    '2026-03-03,All items,0,1,1,0,0,10.00,2.50,7.50',
    'Total,,1,3,3,0,0,24.00,2.50,21.50',
    '',
  ])
  expect(one.bytes.toString('utf8')).toContain("2026-03-03,'=Dusk,0,1,1,0,0,10.00,2.50,7.50")
})

test('the export needs Pro and a valid range', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const free = await mara.call(exportAnalyticsReport, { query: march })
  await upgradeToPro(mara)

  const backwards = await mara.call(exportAnalyticsReport, { query: { from: march.to, to: march.from } })

  expect([free.status, backwards.status]).toEqual([403, 400])
})

test('what is free is counted apart, and its visitors have no part in conversion', async () => {
  const { w, mara } = await twoItems()
  const gift = await mara.publishText({ pricingModel: 'free', price: '', title: 'Gift' })
  const view = { headers: { 'user-agent': phone }, body: { referrer: 'example.org' } }
  await w.visitor().call(recordView, { params: { id: gift.id }, ...view })
  await w.countViews()
  await postForm(w.visitor(), `/p/${gift.id}`)
  await postForm(w.visitor(), `/p/${gift.id}`)

  const { body: all } = await mara.call(getAnalyticsReport, { query: march })
  const { body: one } = await mara.call(getAnalyticsReport, { query: { ...march, item: gift.id } })
  const file = await mara.call(exportAnalyticsReport, { query: march })

  expect(all.total).toMatchObject({ views: 2, paidViews: 1, checkouts: 3, sales: 3, givenFree: 2 })
  expect(all.items.find(({ id }) => id === gift.id)).toMatchObject({
    isFree: true,
    givenFree: 2,
    views: 1,
    checkouts: 0,
    sales: 0,
    netEarnings: 0,
  })
  expect(all.sources.find(({ source }) => source === 'example.org')).toMatchObject({ views: 2, paidViews: 1 })
  expect(one).toMatchObject({
    item: { id: gift.id, title: 'Gift', isFree: true, freeCount: 2 },
    total: { views: 1, paidViews: 0, sales: 0, givenFree: 2, netEarnings: 0 },
  })
  expect(file.bytes.toString('utf8')).toContain('\r\n2026-03-03,All items,1,1,1,2,0,')
})

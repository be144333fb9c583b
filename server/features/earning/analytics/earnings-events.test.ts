import { expect, test } from 'vitest'
import { getEarningsHistory } from '../../../../contract/analytics.ts'
import { listPayouts, markPayoutReturned } from '../../../../contract/payout-runs.ts'
import { payoutFixture } from '../../../../tests/support/payout-fixture.ts'

const dayMs = 24 * 3_600_000

test('an item’s publication and a payout are events of their day', async () => {
  const { w, seller, processes } = await payoutFixture()
  const mara = await seller('mara@example.com')
  const jonas = await seller('jonas@example.com')
  await mara.sells('100.00')
  w.clock.advance(2 * dayMs)
  await processes()
  const eventsOf = async (creator: typeof mara) =>
    (await creator.call(getEarningsHistory, { query: { period: 'week' } })).body.events

  expect(await eventsOf(mara)).toEqual([
    { day: '2026-03-01', kind: 'published', title: mara.item.title, amount: null },
    { day: '2026-03-03', kind: 'payout', title: null, amount: 80 },
  ])
  expect(await eventsOf(jonas)).toMatchObject([{ kind: 'published' }])
})

test('drafts, returned payouts and events before the period are not listed', async () => {
  const { w, admin, seller, processes } = await payoutFixture()
  const mara = await seller('mara@example.com')
  await mara.sells('100.00')
  await processes()
  const [{ id } = { id: 0 }] = (await admin.call(listPayouts)).body.payouts
  await admin.call(markPayoutReturned, { params: { id }, body: { notes: 'The account is closed.' } })
  w.clock.advance(9 * dayMs)
  const signedInMara = await w.creator('mara@example.com')
  await signedInMara.publishText({ title: 'Draft', status: 'draft' })
  const eventsIn = async (period: string) =>
    (await signedInMara.call(getEarningsHistory, { query: { period } })).body.events

  expect(await eventsIn('week')).toEqual([])
  expect(await eventsIn('month')).toMatchObject([{ day: '2026-03-01', kind: 'published' }])
})

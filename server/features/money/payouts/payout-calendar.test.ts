import { expect, test } from 'vitest'
import { listAuditLog } from '../../../../contract/admin-overview.ts'
import { getEarningsStats } from '../../../../contract/earnings.ts'
import { updateInstanceSettings } from '../../../../contract/instance-settings.ts'
import { getPayoutCalendar } from '../../../../contract/payout-runs.ts'
import { payoutFixture } from '../../../../tests/support/payout-fixture.ts'
import { payoutRuns } from '../../../db/schema/index.ts'
import { startCalendarRun } from './runs.ts'

const dayMs = 24 * 3_600_000

/** An instance at 2026-03-01 12:00 UTC with a creator who has sold for 100 dollars. */
async function calendarFixture(env: Record<string, string> = {}) {
  const fixture = await payoutFixture({ env })
  const mara = await fixture.seller('mara@example.com')
  await mara.sells('100.00')
  const { w, admin } = fixture
  return {
    ...fixture,
    mara,
    setDay: (payoutDay: number) => admin.call(updateInstanceSettings, { body: { payoutDay } }),
    calendar: async () => (await admin.call(getPayoutCalendar)).body,
    runs: () => w.db.select().from(payoutRuns),
    /** One round of the sweep in each of several processes at once, then the jobs. */
    async sweeps(processes = 1) {
      await Promise.all(Array.from({ length: processes }, () => startCalendarRun(w.ports)))
      await w.runPayoutJobs()
    },
  }
}

test('without a day no run starts, and creators see no date', async () => {
  const { w, mara, calendar, runs, sweeps } = await calendarFixture()

  w.clock.advance(90 * dayMs)
  await sweeps()

  expect(await runs()).toEqual([])
  expect((await mara.earnings()).nextPayoutAt).toBeNull()
  expect(await calendar()).toMatchObject({ dayOfMonth: 0, nextRun: null, lastRun: null })
})

test('a run on the calendar pays the month before, once with eight processes, and is announced', async () => {
  const { w, admin, mara, setDay, calendar, runs, sweeps } = await calendarFixture()
  await setDay(5)
  await sweeps()
  const before = await calendar()
  w.clock.advance(35 * dayMs) // April 5, 12:00

  await sweeps(8)
  await sweeps(8)

  expect(before.nextRun).toEqual({ at: '2026-03-05T06:00:00.000Z', month: 2, year: 2026 })
  expect(await runs()).toMatchObject([{ month: '2026-03', state: 'completed', createdBy: null }])
  expect(await mara.history()).toMatchObject([{ amount: '80.00', state: 'processing' }])
  expect(await calendar()).toMatchObject({
    nextRun: { at: '2026-05-05T06:00:00.000Z', month: 4, year: 2026 },
    lastRun: { month: 3, year: 2026, state: 'completed', paidCount: 1, amount: '80.00' },
  })
  expect((await admin.call(listAuditLog, { query: { q: 'processPayouts' } })).body.entries).toMatchObject([
    { actorEmail: 'payout calendar', target: 'payouts of 2026-03' },
  ])
})

test('creators see the date of the next run', async () => {
  const { mara, setDay } = await calendarFixture()
  await setDay(28)

  const { body } = await mara.call(getEarningsStats)

  expect(body).toMatchObject({ nextPayoutAt: '2026-03-28T06:00:00.000Z', minPayoutAmount: '25.00' })
})

test('a day that has passed this month starts no run until the next month', async () => {
  const { w, setDay, calendar, runs, sweeps } = await calendarFixture()
  w.clock.advance(10 * dayMs) // March 11
  await setDay(28)
  await sweeps()
  await setDay(5)
  await sweeps(2)

  expect(await runs()).toEqual([])
  expect((await calendar()).nextRun).toMatchObject({ at: '2026-04-05T06:00:00.000Z' })
})

test('runs that were missed for months are made up by one run', async () => {
  const { w, setDay, runs, sweeps } = await calendarFixture()
  await setDay(5)
  await sweeps()
  w.clock.advance(100 * dayMs) // June 9

  await sweeps(2)

  expect(await runs()).toMatchObject([{ month: '2026-05' }])
})

test('a manual run of the month that is in progress delays the run of the calendar', async () => {
  const { w, admin, setDay, runs, sweeps } = await calendarFixture()
  await setDay(5)
  await sweeps()
  w.clock.advance(35 * dayMs)
  await w.db.insert(payoutRuns).values({
    month: '2026-03',
    state: 'running',
    createdBy: admin.id,
    createdAt: w.clock.now(),
  })

  await startCalendarRun(w.ports)
  const meanwhile = await runs()
  await w.db.update(payoutRuns).set({ state: 'completed' })
  await sweeps()

  expect(meanwhile).toHaveLength(1)
  expect(await runs()).toHaveLength(2)
})

test('a demo starts no run', async () => {
  const { w, calendar, runs, sweeps } = await calendarFixture({ DEMO_MODE: 'true', PAYOUT_DAY: '5' })
  w.clock.advance(35 * dayMs)

  await sweeps()

  expect(await runs()).toEqual([])
  expect((await calendar()).disabledReason).toBe('This is a demo, so no one is paid.')
})

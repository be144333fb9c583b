import { expect, test } from 'vitest'
import { processPayouts } from '../contract/admin-payouts.ts'
import { getDeliveryHealth } from '../contract/instance.ts'
import { refundRequests } from '../server/db/schema/index.ts'
import type { Clock } from '../server/ports/clock.ts'
import { march, payoutFixture } from './support/payout-fixture.ts'
import { refundRequestFixture } from './support/refund-request-fixture.ts'
import type { TestApp } from './support/test-app.ts'

const dayMs = 24 * 3_600_000

/** Makes the clock of the process jump, so that it differs from the database's. */
function jump(w: TestApp, ms: number) {
  const clock: Clock & TestApp['clock'] = w.clock
  clock.advance(ms)
  clock.differenceMs = () => ms
  return () => {
    clock.advance(-ms)
    clock.differenceMs = () => 0
  }
}

test('a request that waits for its creator is not refunded by a clock that jumped, and is by the right one', async () => {
  const { w } = await refundRequestFixture()
  const states = async () => (await w.db.select().from(refundRequests)).map(({ state }) => state)
  const health = async () => (await w.visitor().call(getDeliveryHealth)).body.status
  const correct = jump(w, 400 * dayMs)

  await w.runPeriodicTasks()
  const meanwhile = [await states(), await w.probe.openAlerts(), await health()]
  correct()
  await w.runPeriodicTasks()
  const corrected = [await states(), await w.probe.openAlerts(), await health()]
  w.clock.advance(3 * dayMs + 60_000)
  await w.runPeriodicTasks()

  expect(meanwhile).toEqual([['requested'], ['clock-skew'], 'degraded'])
  expect(corrected).toEqual([['requested'], [], 'ok'])
  expect(await states()).toEqual(['refunded'])
})

test('a clock that is an hour behind stops the sweep too, and one that is 30 seconds ahead does not', async () => {
  const { w } = await refundRequestFixture()
  const alertsAfter = async (ms: number) => {
    const correct = jump(w, ms)
    await w.runPeriodicTasks()
    correct()
    return w.probe.openAlerts()
  }

  expect([await alertsAfter(-3_600_000), await alertsAfter(30_000)]).toEqual([['clock-skew'], []])
})

test('no payout run starts or goes on while the clocks disagree', async () => {
  const { w, admin, seller, payouts } = await payoutFixture()
  const mara = await seller('mara@example.com')
  await mara.sells('100.00')
  const started = await admin.call(processPayouts, { body: march })
  const correct = jump(w, 2 * 3_600_000)

  await w.runPayoutJobs()
  const refused = await admin.call(processPayouts, { body: march })
  const paidMeanwhile = await payouts()
  correct()
  w.clock.advance(6 * 60_000)
  await w.runPeriodicTasks()
  await w.runPayoutJobs()

  expect([started.status, refused.status]).toEqual([200, 409])
  expect(paidMeanwhile).toEqual([])
  expect(await payouts()).toHaveLength(1)
})

import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getDeliveryHealth } from '../../../../contract/instance.ts'
import { completePayment } from '../../../../contract/purchases.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { webhookEvents } from '../../../db/schema/index.ts'
import { issueRefund } from '../../buying/refunds/execute-refund.ts'

test('nothing is late on a healthy instance, and the last sweep is reported', async () => {
  const w = await createTestApp()
  await w.runPeriodicTasks()

  const { body } = await w.visitor().call(getDeliveryHealth)

  expect(body).toEqual({
    status: 'ok',
    oldestUndeliveredSeconds: null,
    lastSweepAt: '2026-03-01T12:00:00.000Z',
    unavailable: [],
  })
})

test('an unsent access email is late after two minutes', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishText()
  const fan = w.visitor()
  const { clientSecret, paymentIntentId } = await fan.starts(item.id)
  await fan.presents('paid', clientSecret)
  await fan.call(completePayment, { params: { paymentIntentId } })

  w.clock.advance(121_000)
  const late = await fan.call(getDeliveryHealth)
  await w.runJobs()
  await w.runPeriodicTasks()
  const afterSweep = await fan.call(getDeliveryHealth)

  expect(late.body).toMatchObject({ status: 'degraded', oldestUndeliveredSeconds: 121 })
  expect(afterSweep.body).toMatchObject({ status: 'ok', oldestUndeliveredSeconds: null })
})

test('a payment that the sweep has not checked in time is late', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishText()
  await w.visitor().starts(item.id)

  w.clock.advance(5 * 60_000)

  const { body } = await w.visitor().call(getDeliveryHealth)
  expect(body).toMatchObject({ status: 'degraded', oldestUndeliveredSeconds: 210 })
})

/** A purchase paid at the provider, without any webhook. */
async function paidCheckoutFixture() {
  const w = await createTestApp({ faults: { dropRate: 1 } })
  const creator = await w.creator()
  const item = await creator.publishFile()
  await w.runPeriodicTasks()
  const fan = w.visitor()
  const { paymentIntentId } = await fan.pays(item.id)
  const complete = () => fan.call(completePayment, { params: { paymentIntentId } })
  const health = async () => (await w.visitor().call(getDeliveryHealth)).body
  return { w, item, complete, health }
}

test('without sweeps delivery is late after two minutes, even without pending work', async () => {
  const w = await createTestApp()
  await w.runPeriodicTasks()
  w.clock.advance(121_000)

  expect((await w.visitor().call(getDeliveryHealth)).body).toEqual({
    status: 'degraded',
    oldestUndeliveredSeconds: null,
    lastSweepAt: '2026-03-01T12:00:00.000Z',
    unavailable: [],
  })
})

test('an unresponsive provider makes delivery late until it answers again', async () => {
  const { w, health } = await paidCheckoutFixture()
  const { paymentProvider } = w.ports
  const read = paymentProvider.getPayment.bind(paymentProvider)
  paymentProvider.getPayment = () => Promise.reject(new Error('no response'))
  w.clock.advance(90_000)
  for (let i = 0; i < 3; i++) {
    await w.runPeriodicTasks()
    w.clock.advance(61_000)
  }
  const late = await health()
  paymentProvider.getPayment = read

  await w.runPeriodicTasks()
  // The file of the sale that was just settled is verified in the next round.
  await w.runPeriodicTasks()
  await w.runJobs()

  expect(late).toMatchObject({ status: 'degraded', oldestUndeliveredSeconds: 183, unavailable: ['provider'] })
  expect(await health()).toMatchObject({ status: 'ok', oldestUndeliveredSeconds: null, unavailable: [] })
  expect(await w.probe.purchases()).toHaveLength(1)
})

test('the wait of an unprocessed webhook counts from its arrival', async () => {
  const { w, health } = await paidCheckoutFixture()
  const event = { provider: 'sandbox', eventId: 'evt_1', objectType: 'payment', objectId: 'pi_x' } as const
  await w.db.insert(webhookEvents).values({ ...event, receivedAt: w.clock.now() })

  for (let i = 0; i < 3; i++) {
    w.clock.advance(50_000)
    await w.runPeriodicTasks()
  }

  expect(await health()).toMatchObject({ status: 'degraded', oldestUndeliveredSeconds: 150 })
})

test('a missing file in an unavailable store is late until the store is back', async () => {
  const { w, complete, health } = await paidCheckoutFixture()
  await complete()
  await w.runJobs()
  const folder = join(w.dataDir, 'files')
  await rename(folder, `${folder}-away`)
  for (let i = 0; i < 3; i++) {
    await w.runPeriodicTasks()
    w.clock.advance(61_000)
  }
  const late = await health()
  await rm(folder, { recursive: true, force: true })
  await rename(`${folder}-away`, folder)

  await w.runPeriodicTasks()
  // The email about the alert.
  await w.runJobs()

  expect(late).toMatchObject({ status: 'degraded', oldestUndeliveredSeconds: 183, unavailable: ['store'] })
  expect(await health()).toMatchObject({ status: 'ok', oldestUndeliveredSeconds: null, unavailable: [] })
  expect(await w.probe.purchases()).toMatchObject([{ refundedAmount: 0 }])
})

test('a pending refund is late until it is made', async () => {
  const { w, complete, health } = await paidCheckoutFixture()
  await complete()
  const [purchase] = await w.probe.purchases()
  await w.runJobs()
  await w.runPeriodicTasks()
  const refund = w.ports.paymentProvider.refund
  Object.assign(w.ports.paymentProvider, { refund: () => Promise.reject(new Error('no response')) })
  const by = { role: 'admin', userId: (await w.creator('admin@example.com')).id } as const
  await issueRefund(w.ports, { purchaseId: purchase?.id ?? 0, reason: '', by })
  for (let i = 0; i < 3; i++) {
    w.clock.advance(61_000)
    await w.runPeriodicTasks()
  }
  const late = await health()
  Object.assign(w.ports.paymentProvider, { refund })
  w.clock.advance(3_600_000)

  await w.runPeriodicTasks()
  await w.runJobs()

  expect(late).toMatchObject({ status: 'degraded', oldestUndeliveredSeconds: 183 })
  expect(await health()).toMatchObject({ status: 'ok', oldestUndeliveredSeconds: null })
})

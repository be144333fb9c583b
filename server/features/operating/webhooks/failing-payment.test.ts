import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { completePayment } from '../../../../contract/purchases.ts'
import { insert, type Event as ListedEvent } from '../../../../tests/support/fake-stripe/store.ts'
import { unavailableProviderFixture } from '../../../../tests/support/unavailable-provider-app.ts'
import { alerts, webhookEvents } from '../../../db/schema/index.ts'
import { fetchMissedEvents, replayEvents } from './webhooks.ts'

/** An instance with Stripe and two sales, whose webhooks do not arrive. Reads of one payment can be made to fail. */
async function withFailingPayment() {
  const s = await unavailableProviderFixture({ maxFailures: 3, halfOpenAfterMs: 20 }, { maxRetries: 0 })
  const sell = async () => {
    const { paymentIntentId, clientSecret } = await s.fan.starts(s.item.id)
    s.stripe.simulate.pay(paymentIntentId)
    await s.fan.call(completePayment, {
      params: { paymentIntentId },
      headers: s.fan.clientSecretHeaders(clientSecret),
    })
    return paymentIntentId
  }
  const [failing, healthy] = [await sell(), await sell()]
  const list = (id: string, type: string, object: object) =>
    insert(s.stripe.store.events, {
      id,
      object: 'event',
      type,
      livemode: false,
      created: Math.floor(s.w.clock.now().getTime() / 1_000),
      data: { object },
    } as ListedEvent)
  const dispute = (id: string, paymentId: string) =>
    list(id, 'charge.dispute.created', s.stripe.simulate.dispute(paymentId, { status: 'needs_response' }))
  const error = { type: 'api_error', message: 'Down.' }
  const failPayment = (paymentId: string) => {
    for (let i = 0; i < 200; i++)
      s.stripe.fail(`/v1/payment_intents/${paymentId}`, { status: 500, body: { error } })
  }
  const replay = async () => {
    s.w.clock.advance(60_000)
    // The circuit may be open; it allows a trial call after 20 ms.
    await sleep(40)
    await replayEvents(s.ports)
  }
  const sweep = async () => {
    await fetchMissedEvents(s.ports)
    await replay()
  }
  const unhandled = async () =>
    (await s.w.db.select().from(webhookEvents))
      .filter(({ processedAt }) => processedAt === null)
      .map(({ objectId }) => objectId)
  const failingAlerts = () => s.w.db.select().from(alerts).where(eq(alerts.kind, 'event-failing'))
  return { ...s, failing, healthy, dispute, list, failPayment, sell, replay, sweep, unhandled, failingAlerts }
}

test('a payment that the provider never returns does not stop the other listed events', async () => {
  const s = await withFailingPayment()
  s.dispute('evt_healthy', s.healthy)
  for (let i = 0; i < 4; i++)
    s.list(`evt_failing_${i}`, 'refund.created', { id: `re_${i}`, payment_intent: s.failing })
  s.failPayment(s.failing)
  s.w.clock.advance(11 * 60_000)

  await s.sweep()

  const handled = (await s.w.db.select().from(webhookEvents)).filter(
    ({ processedAt }) => processedAt !== null,
  )
  expect(handled.map(({ objectId }) => objectId)).toContain(s.healthy)
  expect(await s.unhandled()).toEqual(Array(4).fill(s.failing))
})

test('an event without attempts comes before those of failing payments', { tags: ['long'] }, async () => {
  const s = await withFailingPayment()
  const failing = [s.failing]
  for (let i = 0; i < 7; i++) failing.push(await s.sell())
  failing.forEach(s.failPayment)
  const receivedAt = s.w.clock.now()
  const waiting = [...failing, s.healthy].map((objectId, i) => ({
    provider: 'stripe',
    eventId: `evt_${i}`,
    objectType: 'refund' as const,
    objectId,
    receivedAt: new Date(receivedAt.getTime() + i),
  }))
  await s.w.db.insert(webhookEvents).values(waiting)

  await s.replay()
  const afterFirst = await s.unhandled()
  // While the circuit is open, one call per round is allowed.
  for (let i = 0; i < failing.length; i++) await s.replay()

  expect(afterFirst).toContain(s.healthy)
  expect((await s.unhandled()).toSorted()).toEqual(failing.toSorted())
})

test('events that keep failing raise one alert, which resolves once they are processed', async () => {
  const s = await withFailingPayment()
  s.failPayment(s.failing)
  for (let i = 0; i < 3; i++)
    s.list(`evt_failing_${i}`, 'refund.created', { id: `re_${i}`, payment_intent: s.failing })
  s.w.clock.advance(11 * 60_000)
  await s.sweep()
  for (let i = 0; i < 20; i++) await s.replay()
  const raised = await s.failingAlerts()
  s.stripe.clearFaults()

  await s.replay()

  expect(raised).toMatchObject([{ target: `refund/${s.failing}`, resolvedAt: null }])
  expect(await s.unhandled()).toEqual([])
  expect(await s.failingAlerts()).toMatchObject([{ resolvedAt: s.w.clock.now() }])
})

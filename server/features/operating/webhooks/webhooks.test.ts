import { expect, test } from 'vitest'
import { receiveWebhook } from '../../../../contract/instance.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { sign } from '../../../adapters/sandbox/events.ts'
import { sandboxDeliveries } from '../../../adapters/sandbox/schema.ts'
import { webhookEvents } from '../../../db/schema/index.ts'

async function paidAtTheProvider() {
  const w = await createTestApp()
  const item = await (await w.creator()).publishText({ price: '10.00' })
  const { paymentIntentId } = await w.visitor().pays(item.id)
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'payment.succeeded',
    data: { object: { id: paymentIntentId } },
  })
  const post = (headers: Record<string, string>, payload = body, provider = 'sandbox') =>
    w.visitor().send('POST', receiveWebhook.path.replace(':provider', provider), {
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    })
  const signed = (payload = body, at = w.clock.now()) => ({
    'sandbox-signature': sign(w.ports.secret, payload, at),
  })
  const expectNothingStored = async () => {
    expect(await w.probe.purchases()).toEqual([])
    expect(await w.db.select().from(webhookEvents)).toEqual([])
  }
  return { w, body, paymentIntentId, post, signed, expectNothingStored }
}

test('a signed event settles its payment, once however often it is sent', async () => {
  const { w, post, signed } = await paidAtTheProvider()

  const answers = await Promise.all([post(signed()), post(signed()), post(signed())])
  const late = await post(signed())

  expect([...answers, late].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect(await w.probe.purchases()).toHaveLength(1)
  expect(await w.probe.balance('cash_clearing')).toBe(-1000)
  expect(await w.db.select().from(webhookEvents)).toMatchObject([
    { eventId: 'evt_1', processedAt: w.clock.now() },
  ])
})

test('without a valid signature nothing is written', async () => {
  const { w, body, post, signed, expectNothingStored } = await paidAtTheProvider()
  const minutesAgo = new Date(w.clock.now().getTime() - 301_000)
  const good = signed()['sandbox-signature']

  const forged = [
    {},
    { 'sandbox-signature': '' },
    { 'sandbox-signature': 't=1,v1=00' },
    { 'sandbox-signature': good.replace(/.$/, (last) => (last === '0' ? '1' : '0')) },
    { 'sandbox-signature': good.replace('v1=', 'v0=') },
    { 'sandbox-signature': sign('another secret, not ours', body, w.clock.now()) },
    signed(body, minutesAgo),
  ]

  for (const headers of forged) {
    const answer = await post(headers)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ code: 'invalid_input', message: 'The signature doesn’t match.' })
  }
  await expectNothingStored()
})

test('the signature covers the exact bytes', async () => {
  const { body, post, signed, expectNothingStored } = await paidAtTheProvider()

  expect((await post(signed(), `${body} `)).statusCode).toBe(400)
  expect((await post(signed(), JSON.stringify(JSON.parse(body), null, 2))).statusCode).toBe(400)
  expect((await post(signed(''), '')).statusCode).toBe(400)
  await expectNothingStored()
})

test('another provider’s route accepts nothing', async () => {
  const { post, signed, expectNothingStored } = await paidAtTheProvider()

  expect((await post(signed(), undefined, 'stripe')).statusCode).toBe(404)
  expect((await post(signed(), undefined, 'paypal')).statusCode).toBe(400)
  await expectNothingStored()
})

test('an event of an unknown type is acknowledged', async () => {
  const { post, signed, expectNothingStored } = await paidAtTheProvider()
  const other = JSON.stringify({ id: 'evt_2', type: 'weather.changed', data: { object: { id: 'x' } } })

  expect((await post(signed(other), other)).statusCode).toBe(200)
  await expectNothingStored()
})

test('an event of a payment that does not exist is answered with 5xx, so that it is sent again', async () => {
  const { w, post, signed } = await paidAtTheProvider()
  const body = JSON.stringify({
    id: 'evt_3',
    type: 'payment.succeeded',
    data: { object: { id: 'pi_sbx_000000000000000000000000' } },
  })

  const answer = await post(signed(body), body)

  expect(answer.statusCode).toBe(500)
  expect(await w.db.select().from(webhookEvents)).toMatchObject([{ eventId: 'evt_3', processedAt: null }])
})

test('a refund and a dispute without webhooks are booked within eleven minutes', async () => {
  const w = await createTestApp({ faults: { dropRate: 1 } })
  const item = await (await w.creator()).publishText({ price: '10.00' })
  const [refunded, disputed] = [await w.visitor().purchase(item.id), await w.visitor().purchase(item.id)]
  await w.sandbox.simulate.refund(refunded.paymentIntentId)
  await w.sandbox.simulate.dispute(disputed.paymentIntentId, 'open')
  await w.deliverWebhooks()
  const before = await w.probe.balance('cash_clearing')

  w.clock.advance(11 * 60_000)
  await w.runPeriodicTasks()

  expect(before).toBe(-2000)
  expect(await w.probe.balance('cash_clearing')).toBe(0)
  expect((await w.probe.grants()).filter(({ revokedAt }) => revokedAt === null)).toEqual([])
})

test('events over several pages of the provider’s list are all processed', async () => {
  const w = await createTestApp({ faults: { dropRate: 1 } })
  const item = await (await w.creator()).publishText({ price: '10.00' })
  const { paymentIntentId } = await w.visitor().purchase(item.id)
  await w.sandbox.simulate.refund(paymentIntentId)
  const events = Array.from({ length: 250 }, (_, index) => ({
    id: `evt_sbx_${String(index).padStart(24, '0')}`,
    type: 'payment.refunded' as const,
    objectId: paymentIntentId,
    // Some are in the same millisecond, so the cursor decides where the next page begins.
    createdAt: new Date(w.clock.now().getTime() + Math.floor(index / 60)),
  }))
  await w.db.insert(sandboxDeliveries).values(events)

  w.clock.advance(11 * 60_000)
  await w.runPeriodicTasks()

  const handled = await w.db.select().from(webhookEvents)
  expect(handled).toHaveLength(252)
  expect(handled.filter(({ processedAt }) => processedAt === null)).toEqual([])
})

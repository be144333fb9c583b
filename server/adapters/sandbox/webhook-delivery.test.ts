import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { TestCard } from '../../../contract/sandbox.ts'
import { sandboxFixture } from '../../../tests/support/test-sandbox.ts'
import type { FaultConfig } from './faults.ts'
import { sandboxDeliveries } from './schema.ts'

type Received = { type: string; eventId: string; objectId: string }

/** The receiver: a real server that verifies each webhook and answers `status`. */
async function receiver(faultConfig?: Partial<FaultConfig>) {
  const opened = await sandboxFixture(faultConfig)
  const received: Array<Received> = []
  const response = { status: 200, ready: (): Promise<void> => Promise.resolve() }
  const server = createServer(async (request, reply) => {
    received.push(await verifyWebhook(request))
    await response.ready()
    reply.writeHead(response.status).end()
  })
  async function verifyWebhook(request: IncomingMessage): Promise<Received> {
    const body = await buffer(request)
    const [pointer] = await opened.sandbox.parseWebhook(body, request.headers)
    return {
      type: JSON.parse(String(body)).type,
      eventId: pointer?.eventId ?? '',
      objectId: pointer?.objectId ?? '',
    }
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/webhooks/sandbox`
  return { ...opened, received, response, url, server, deliver: () => opened.sandbox.deliverDueWebhooks(url) }
}

let orderCount = 0
async function buy({ sandbox }: Awaited<ReturnType<typeof receiver>>, card: TestCard) {
  orderCount += 1
  const order = { checkoutId: '1', contentId: 2, amount: 500, currency: 'USD', description: 'x' }
  const payment = await sandbox.createPayment(order, `pi:${orderCount}`)
  await sandbox.confirm({
    clientSecret: payment.clientSecret,
    card,
    receiptEmail: '',
    returnUrl: '/',
  })
  return payment
}

test('every change sends one signed webhook, in order', async () => {
  const w = await receiver()
  const { paymentId, clientSecret } = await buy(w, 'declined')
  await w.deliver()
  w.advanceSeconds(1)
  await w.sandbox.confirm({ clientSecret, card: 'authenticate', receiptEmail: '', returnUrl: '/' })
  w.advanceSeconds(1)
  await w.sandbox.authenticate({ clientSecret, outcome: 'complete' })
  w.advanceSeconds(1)
  await w.sandbox.refund({ paymentId, amount: 200, reason: 'requested' }, 'refund:1')

  await w.deliver()
  await w.deliver()

  expect(w.received.map(({ type }) => type)).toEqual([
    'payment.failed',
    'payment.action_required',
    'payment.succeeded',
    'payment.refunded',
  ])
  expect(new Set(w.received.map(({ objectId }) => objectId))).toEqual(new Set([paymentId]))
  expect(new Set(w.received.map(({ eventId }) => eventId)).size).toBe(4)
})

test('a slow payment is paid and reported by the clock, once, also when it was read in between', async () => {
  const w = await receiver()
  const { paymentId } = await buy(w, 'slow')
  await w.sandbox.applyDueTransitions()
  expect((await w.sandbox.getPayment(paymentId)).state).toBe('processing')

  w.advanceSeconds(10)
  await Promise.all([
    w.sandbox.applyDueTransitions(),
    w.sandbox.getPayment(paymentId),
    w.sandbox.applyDueTransitions(),
  ])
  await w.deliver()

  expect(w.received.map(({ type }) => type).sort()).toEqual(['payment.processing', 'payment.succeeded'])
})

test('a rejected webhook is retried after 5 s, 30 s, 2 min and 10 min, then dropped', async () => {
  const w = await receiver()
  w.response.status = 503
  await buy(w, 'paid')

  for (const wait of [0, 5, 30, 120, 600]) {
    w.advanceSeconds(wait - 0.001)
    const early = await w.deliver()
    w.advanceSeconds(0.001)
    expect([early, await w.deliver()], `after ${wait} s`).toEqual([0, 1])
  }
  w.advanceSeconds(86_400)
  expect(await w.deliver()).toBe(0)

  expect(w.received).toHaveLength(5)
  expect(new Set(w.received.map(({ eventId }) => eventId)).size).toBe(1)
  const [delivery] = await w.db.select().from(sandboxDeliveries)
  expect(delivery).toMatchObject({
    attemptCount: 5,
    nextAttemptAt: null,
    deliveredAt: null,
    lastResponseStatus: '503',
  })
})

test('webhooks of different payments are sent at the same time, those of one payment in order', async () => {
  const w = await receiver()
  const paymentIds: Array<string> = []
  for (let i = 0; i < 3; i++) {
    const { paymentId, clientSecret } = await buy(w, 'declined')
    w.advanceSeconds(1)
    await w.sandbox.confirm({ clientSecret, card: 'paid', receiptEmail: '', returnUrl: '/' })
    paymentIds.push(paymentId)
  }
  const allOpen = Promise.withResolvers<void>()
  w.response.ready = () => {
    if (w.received.length === paymentIds.length) allOpen.resolve()
    return allOpen.promise
  }

  await w.deliver()

  expect(w.received.slice(0, 3).map(({ type }) => type)).toEqual(Array(3).fill('payment.failed'))
  for (const id of paymentIds)
    expect(w.received.filter(({ objectId }) => objectId === id).map(({ type }) => type)).toEqual([
      'payment.failed',
      'payment.succeeded',
    ])
})

test('a webhook without a listener is retried and delivered later', async () => {
  const w = await receiver()
  await buy(w, 'paid')
  expect(await w.sandbox.deliverDueWebhooks('http://127.0.0.1:9/nobody')).toBe(1)

  w.advanceSeconds(5)
  await w.deliver()

  expect(w.received).toHaveLength(1)
})

test('a redirect does not count as delivered', async () => {
  const w = await receiver()
  w.response.status = 302
  await buy(w, 'paid')

  await w.deliver()

  const [delivery] = await w.db.select().from(sandboxDeliveries)
  expect(delivery).toMatchObject({ deliveredAt: null, lastResponseStatus: '302' })
})

test('two concurrent workers deliver each webhook once', async () => {
  const w = await receiver()
  for (let i = 0; i < 10; i++) await buy(w, 'paid')

  await Promise.all([w.deliver(), w.deliver(), w.deliver()])

  expect(w.received).toHaveLength(10)
})

test('duplicates, losses, delays and reordering follow the configuration, the same for the same seed', async () => {
  const twice = await receiver({ duplicateRate: 1 })
  await buy(twice, 'paid')
  await twice.deliver()
  expect(twice.received).toHaveLength(2)
  expect(twice.received[0]).toEqual(twice.received[1])

  const lost = await receiver({ dropRate: 1 })
  await buy(lost, 'paid')
  await lost.deliver()
  lost.advanceSeconds(600)
  await lost.deliver()
  expect(lost.received).toEqual([])

  const late = await receiver({ maxDelayMs: 60_000, seed: 7 })
  await buy(late, 'paid')
  expect(await late.deliver()).toBe(0)
  late.advanceSeconds(60)
  expect(await late.deliver()).toBe(1)
})

test('shuffled webhooks arrive in another order, and completely', async () => {
  const w = await receiver({ shuffle: 'yes', seed: 3 })
  const ids: Array<string> = []
  for (let i = 0; i < 10; i++) {
    ids.push((await buy(w, 'paid')).paymentId)
    w.advanceSeconds(1)
  }

  await w.deliver()

  const arrived = w.received.map(({ objectId }) => objectId)
  expect(arrived).not.toEqual(ids)
  expect(arrived.toSorted()).toEqual(ids.toSorted())
})

test('a started worker delivers webhooks until stopped', async () => {
  const w = await receiver()
  const stop = w.sandbox.startWebhookWorker({ url: w.url, intervalMs: 10 })
  await buy(w, 'slow')
  await vi.waitFor(() => expect(w.received).toHaveLength(1), { timeout: 10_000 })
  w.advanceSeconds(10)
  await vi.waitFor(() => expect(w.received).toHaveLength(2), { timeout: 10_000 })

  await stop()
  await buy(w, 'paid')
  await new Promise((later) => setTimeout(later, 100))

  expect(w.received).toHaveLength(2)
})

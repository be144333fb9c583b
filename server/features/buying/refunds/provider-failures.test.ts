import { expect, test } from 'vitest'
import { requestRefund } from '../../../../contract/access.ts'
import { completePayment, verifyPurchase } from '../../../../contract/purchases.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { refundRequests } from '../../../db/schema/index.ts'
import {
  RefundDeferredError,
  RefundFailedError,
  type RefundSnapshot,
} from '../../../ports/payment-provider.ts'
import { issueRefund } from './execute-refund.ts'

const hourMs = 3_600_000

async function purchaseFixture() {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishFile()
  const fan = w.visitor()
  const { paymentIntentId, purchaseId: orderNumber } = await fan.purchase(item.id)
  const [{ id: purchaseId } = { id: 0 }] = await w.probe.purchases()
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const verify = () => fan.call(verifyPurchase, { query })
  const params = { token: (await verify()).body.accessUrl.split('/').at(-1) ?? '' }
  const refundKeys: Array<string> = []
  return {
    w,
    creator,
    purchaseId,
    orderNumber,
    paymentIntentId,
    refundKeys,
    verify,
    requestsRefund: () => fan.call(requestRefund, { params, body: { reason: '' } }),
    complete: () => fan.call(completePayment, { params: { paymentIntentId } }),
    /** Sets the provider's response to refunds and counts its calls. */
    stubRefund(answer: (key: string) => Promise<RefundSnapshot>) {
      Object.assign(w.ports.paymentProvider, {
        refund: (_: unknown, key: string) => {
          refundKeys.push(key)
          return answer(key)
        },
      })
    },
    requests: () => w.db.select().from(refundRequests),
    alerts: async () => (await w.probe.alerts()).map(({ kind }) => kind),
    /** Advances time and runs the sweep. */
    async advanceAndSweep(ms: number, times = 1) {
      for (let i = 0; i < times; i++) {
        w.clock.advance(ms)
        await w.runPeriodicTasks()
      }
    },
  }
}

test('a refund that the provider rejects is not retried and raises an alert, and access stays revoked until a decision', async () => {
  const { w, orderNumber, requestsRefund, stubRefund, refundKeys, requests, verify, advanceAndSweep } =
    await purchaseFixture()
  stubRefund(() => Promise.reject(new RefundFailedError('This charge is too old.')))

  const answer = await requestsRefund()
  await advanceAndSweep(2 * hourMs, 5)

  expect(answer.body).toEqual({ state: 'in_review' })
  expect(refundKeys).toHaveLength(1)
  expect(await requests()).toMatchObject([{ state: 'failed' }])
  expect(await w.probe.alerts()).toMatchObject([
    {
      kind: 'refund-rejected',
      message: `Purchase ${orderNumber} wasn’t refunded: This charge is too old.`,
    },
  ])
  const { status, body } = await verify()
  expect([status, body]).toEqual([
    403,
    {
      code: 'purchase_refunded',
      message:
        'This purchase is being refunded, so you no longer have access. Contact us if the money doesn’t arrive.',
    },
  ])
  expect(await w.probe.balance('cash_clearing')).toBe(-1000)
})

test('an unavailable provider is retried with backoff and the same idempotency key', async () => {
  const { requestsRefund, stubRefund, refundKeys, requests, advanceAndSweep } = await purchaseFixture()
  stubRefund(() => Promise.reject(new Error('no response')))
  await requestsRefund()

  await advanceAndSweep(60_000, 16)

  expect(new Set(refundKeys).size).toBe(1)
  expect(refundKeys.length).toBeGreaterThan(3)
  expect(refundKeys.length).toBeLessThan(7)
  expect(await requests()).toMatchObject([{ state: 'processing' }])
})

test('after a day without an answer a refund raises an alert and is not repeated', async () => {
  const { requestsRefund, stubRefund, refundKeys, requests, alerts, advanceAndSweep } =
    await purchaseFixture()
  stubRefund(() => Promise.reject(new Error('no response')))
  await requestsRefund()

  await advanceAndSweep(24 * hourMs)
  const attemptCount = refundKeys.length
  await advanceAndSweep(24 * hourMs, 3)

  expect(refundKeys).toHaveLength(attemptCount)
  expect(await requests()).toMatchObject([{ state: 'failed' }])
  expect(await alerts()).toEqual(['refund-rejected'])
})

test('a refund in progress is read, never created again, and completes when the provider is done', async () => {
  const { w, requestsRefund, stubRefund, refundKeys, requests, advanceAndSweep, paymentIntentId } =
    await purchaseFixture()
  const { refund, getPayment } = w.ports.paymentProvider
  const createRefund = refund.bind(w.ports.paymentProvider)
  const order = { paymentId: paymentIntentId, amount: 1000, reason: 'requested' } as const
  stubRefund(async (key) => ({ ...(await createRefund(order, key)), state: 'pending' }))
  const read = getPayment.bind(w.ports.paymentProvider)
  let state: RefundSnapshot['state'] = 'pending'
  w.ports.paymentProvider.getPayment = async (id) => {
    const snapshot = await read(id)
    return { ...snapshot, refunds: snapshot.refunds.map((one) => ({ ...one, state })) }
  }

  await requestsRefund()
  await advanceAndSweep(25 * hourMs, 3)
  const before = await requests()
  state = 'succeeded'
  await advanceAndSweep(2 * hourMs)

  expect(refundKeys).toHaveLength(1)
  expect(before).toMatchObject([{ state: 'processing' }])
  expect(await requests()).toMatchObject([{ state: 'refunded' }])
  expect(await w.probe.balance('cash_clearing')).toBe(0)
})

test('a refund that the bank returns later no longer counts as refunded', async () => {
  const { w, requestsRefund, complete, requests, alerts, paymentIntentId } = await purchaseFixture()
  await requestsRefund()
  expect(await requests()).toMatchObject([{ state: 'refunded' }])
  const { refunds } = await w.sandbox.getPayment(paymentIntentId)

  await w.sandbox.simulate.failRefund(refunds[0]?.refundId ?? '')
  await complete()

  expect(await requests()).toMatchObject([{ state: 'failed' }])
  expect(await alerts()).toEqual(['refund-failed'])
})

test('partial refunds, also concurrent ones, never exceed the paid amount', async () => {
  const { w, creator, purchaseId, verify } = await purchaseFixture()
  const by = { role: 'creator', userId: creator.id } as const
  const order = { purchaseId, amount: '4.00', reason: 'Half of it was missing', by }

  const two = await Promise.allSettled([issueRefund(w.ports, order), issueRefund(w.ports, order)])
  const rest = await issueRefund(w.ports, { purchaseId, reason: '', by })

  expect(two.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(rest).toBe('refunded')
  expect(await w.probe.purchases()).toMatchObject([{ refundedAmount: 1000, platformFeeRefundedAmount: 200 }])
  expect((await verify()).status).toBe(403)
  await expect(issueRefund(w.ports, { purchaseId, reason: '', by })).rejects.toThrow('nothing left to refund')
})

test('a refund that the balance does not cover waits, also for days, with one alert and a new key each time', async () => {
  const { w, requestsRefund, stubRefund, refundKeys, requests, advanceAndSweep } = await purchaseFixture()
  const { refund } = w.ports.paymentProvider
  stubRefund(() =>
    Promise.reject(new RefundDeferredError('insufficient funds', { reason: 'balance_insufficient' })),
  )

  await requestsRefund()
  await advanceAndSweep(30 * hourMs, 3)
  const [waiting] = await requests()
  const alerts = await w.probe.openAlerts()
  Object.assign(w.ports.paymentProvider, { refund })
  await advanceAndSweep(hourMs)

  expect(new Set(refundKeys).size).toBe(refundKeys.length)
  expect(refundKeys.length).toBeGreaterThanOrEqual(4)
  expect(waiting).toMatchObject({ state: 'processing', waitReason: 'balance_insufficient' })
  expect(alerts).toEqual(['refunds-waiting'])
  expect(await requests()).toMatchObject([{ state: 'refunded', waitReason: null }])
  expect(await w.probe.openAlerts()).toEqual([])
})

test('a refund that waits is made as soon as the balance grows', async () => {
  const { w, requestsRefund, requests } = await purchaseFixture()
  await w.sandbox.simulate.setBalance(100)
  await w.deliverWebhooks()

  await requestsRefund()
  const [waiting] = await requests()
  await w.sandbox.simulate.setBalance(5_000)
  await w.deliverWebhooks()

  expect(waiting).toMatchObject({ state: 'processing', waitReason: 'balance_insufficient' })
  expect(await requests()).toMatchObject([{ state: 'refunded' }])
})

import { expect, test } from 'vitest'
import {
  completePayment,
  downloadContent,
  getCheckout,
  processRecentPurchase,
  verifyPurchase,
} from '../../../../contract/purchases.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { settlePurchase } from './settle-purchase.ts'

/** A browser with an unpaid checkout, and the number of reads at the card provider. */
async function unpaidFixture() {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishFile()
  const fan = w.visitor()
  const { paymentIntentId, clientSecret } = await fan.starts(item.id)
  let reads = 0
  const { getPayment } = w.sandbox
  w.sandbox.getPayment = (id) => {
    reads += 1
    return getPayment(id)
  }
  const params = { id: item.id }
  const complete = () => fan.call(completePayment, { params: { paymentIntentId } })
  const calls = [
    complete,
    () => fan.call(processRecentPurchase, { params }),
    () => fan.call(verifyPurchase, { query: { payment_intent: paymentIntentId, content_id: item.id } }),
    () => fan.call(downloadContent, { params }),
  ]
  return {
    w,
    paymentIntentId,
    complete,
    openCheckout: () => fan.call(getCheckout, { params }),
    calls,
    pay: () => fan.presents('paid', clientSecret),
    reads: () => reads,
  }
}

test('a hundred questions about an unpaid payment read it at most three times in three seconds', async () => {
  const { calls, reads } = await unpaidFixture()
  for (let round = 0; round < 25; round++) await Promise.all(calls.map((call) => call()))

  expect(reads()).toBe(3)
})

test('three seconds later the payment is read again', async () => {
  const { w, complete, reads } = await unpaidFixture()
  for (let round = 0; round < 4; round++) await complete()
  expect(reads()).toBe(3)

  w.clock.advance(3_000)
  await complete()

  expect(reads()).toBe(4)
})

test('questions at the same time share a read', async () => {
  const { w, complete, reads } = await unpaidFixture()
  const { getPayment } = w.sandbox
  const slow = Promise.withResolvers<void>()
  w.sandbox.getPayment = async (id) => {
    await slow.promise
    return getPayment(id)
  }

  const answers = Promise.all([complete(), complete(), complete()])
  setTimeout(slow.resolve, 300)

  expect((await answers).map(({ body }) => body.state)).toEqual(['open', 'open', 'open'])
  expect(reads()).toBeLessThanOrEqual(3)
})

test('who asked before they paid is told that they paid at the next question', async () => {
  const { complete, pay } = await unpaidFixture()
  const before = await complete()

  await pay()
  const after = await complete()

  expect([before.body.state, after.body.state]).toEqual(['open', 'paid'])
})

test('who pays right after the checkout was loaded again and again is told that they paid', async () => {
  const { openCheckout, complete, pay } = await unpaidFixture()
  const opened = []
  for (let round = 0; round < 5; round++) opened.push((await openCheckout()).body.state)

  await pay()

  expect(opened).toEqual(Array(5).fill('open'))
  expect((await complete()).body.state).toBe('paid')
})

test('a webhook ends the unpaid answer that is kept', async () => {
  const { w, paymentIntentId, complete, pay } = await unpaidFixture()
  for (let round = 0; round < 10; round++) await complete()
  await pay()

  await settlePurchase(w.ports, paymentIntentId)

  expect((await complete()).body).toMatchObject({ state: 'paid', purchaseId: expect.any(Number) })
})

test('one browser may not ask without end', async () => {
  const { complete } = await unpaidFixture()
  const statuses = new Set<number>()

  for (let round = 0; round < 910; round++) statuses.add((await complete()).status)

  expect(statuses).toEqual(new Set([200, 429]))
}, 60_000)

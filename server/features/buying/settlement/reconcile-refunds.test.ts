import { expect, test } from 'vitest'
import { getContent, listContent } from '../../../../contract/content.ts'
import { getDashboardStats } from '../../../../contract/earnings.ts'
import {
  downloadContent,
  getAccess,
  sendAccessEmail,
  verifyPurchase,
} from '../../../../contract/purchases.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { sandboxRefunds } from '../../../adapters/sandbox/schema.ts'
import { settlePurchase } from './settle-purchase.ts'

async function saleFixture(fields: Record<string, string> = {}) {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishFile({ price: '10.00', ...fields })
  const fan = w.visitor()
  const { paymentIntentId } = await fan.purchase(item.id)
  const verify = () =>
    fan.call(verifyPurchase, { query: { payment_intent: paymentIntentId, content_id: item.id } })
  const download = () => fan.call(downloadContent, { params: { id: item.id } })
  // As a webhook and the sweep do. A buyer's own questions share reads of the payment.
  const complete = () => settlePurchase(w.ports, paymentIntentId)
  const refund = (amount: number, key: string) =>
    w.sandbox.refund({ paymentId: paymentIntentId, amount, reason: 'requested' }, key)
  const account = `creator_balance/${creator.id}` as const
  return { w, creator, item, fan, paymentIntentId, verify, download, complete, refund, account }
}

test('a full refund revokes access and reverses share and fee exactly', async () => {
  const { w, verify, download, refund, account } = await saleFixture()
  const { body } = await verify()
  await refund(1000, 'refund:1')

  await w.deliverWebhooks()

  const file = await download()
  const link = await w.visitor().call(getAccess, { params: { token: tokenIn(body.accessUrl) } })
  expect([file.status, (await verify()).status, link.status]).toEqual([403, 403, 403])
  expect(file.body).toMatchObject({
    code: 'purchase_refunded',
    message: 'This purchase was refunded, so you no longer have access.',
  })
  expect(await w.probe.balance(account)).toBe(0)
  expect(await w.probe.balance('platform_revenue')).toBe(0)
  expect(await w.probe.balance('cash_clearing')).toBe(0)
  expect(await w.probe.purchases()).toMatchObject([{ amount: 1000, refundedAmount: 1000 }])
})

test('a partial refund keeps access and reverses its part of share and fee', async () => {
  const { w, verify, download, refund, account } = await saleFixture()
  await refund(250, 'refund:1')

  await w.deliverWebhooks()

  expect((await download()).status).toBe(200)
  expect((await verify()).body.purchase).toMatchObject({ state: 'partially_refunded', amount: '10.00' })
  expect(await w.probe.balance(account)).toBe(600)
  expect(await w.probe.balance('platform_revenue')).toBe(150)
  expect(await w.probe.balance('cash_clearing')).toBe(-750)
})

test('partial refunds of an odd amount sum to the whole', async () => {
  const { w, download, refund, account, complete } = await saleFixture({ price: '9.99' })
  expect(await w.probe.balance('platform_revenue')).toBe(199)

  for (const [part, cents] of [333, 1, 332].entries()) await refund(cents, `refund:${part}`)
  await complete()
  expect(await w.probe.balance('cash_clearing')).toBe(-333)
  expect((await download()).status).toBe(200)
  await refund(333, 'refund:last')
  await complete()

  expect((await download()).status).toBe(403)
  expect(await w.probe.balance(account)).toBe(0)
  expect(await w.probe.balance('platform_revenue')).toBe(0)
  expect(await w.probe.balance('cash_clearing')).toBe(0)
})

test('a refund reported repeatedly and concurrently is booked once', async () => {
  const { w, refund, complete, account } = await saleFixture()
  await refund(500, 'refund:1')
  await refund(500, 'refund:1')

  await Promise.all([complete(), w.deliverWebhooks(), complete(), complete()])
  await complete()

  expect(await w.probe.balance(account)).toBe(400)
  expect(await w.probe.balance('platform_revenue')).toBe(100)
  expect((await w.probe.entries()).filter(({ kind }) => kind === 'refund')).toHaveLength(3)
})

test('a payment refunded before we read it is booked as sold, refunded and revoked', async () => {
  const w = await createTestApp({ faults: { dropRate: 1 } })
  const item = await (await w.creator()).publishFile({ price: '10.00' })
  const fan = w.visitor()
  const { paymentIntentId } = await fan.pays(item.id)
  await w.sandbox.refund({ paymentId: paymentIntentId, amount: 1000, reason: 'requested' }, 'refund:1')

  w.clock.advance(120_000)
  await w.settleDueCheckouts()

  expect((await fan.call(downloadContent, { params: { id: item.id } })).status).toBe(403)
  expect(await w.probe.balance('cash_clearing')).toBe(0)
  expect(await w.probe.sum()).toBe(0)
})

test('a fully refunded purchase no longer counts as a tip, a partially refunded one does', async () => {
  const { w, creator, item, fan, refund, complete } = await saleFixture({ showEarnings: 'true' })
  await fan.purchase(item.id)
  await refund(999, 'refund:1')
  await complete()
  const partly = await creator.call(listContent)

  await refund(1, 'refund:2')
  await complete()

  const wholly = await creator.call(listContent)
  expect(partly.body).toMatchObject([{ tipCount: 2, unlockCount: 2 }])
  expect(wholly.body).toMatchObject([{ tipCount: 1, unlockCount: 2, totalEarnings: 8 }])
  expect((await creator.call(getDashboardStats)).body).toMatchObject({ totalTips: 1, totalEarnings: 8 })
  expect((await w.visitor().call(getContent, { params: { id: item.id } })).body).toMatchObject({
    tipCount: 1,
    totalEarnings: '8.00',
  })
})

test('a refund that the bank returns credits the creator, and access waits for a person', async () => {
  const { w, download, refund, complete, account } = await saleFixture()
  await refund(1000, 'refund:1')
  await complete()
  await w.db.update(sandboxRefunds).set({ state: 'failed' })

  await Promise.all([complete(), complete()])

  expect(await w.probe.balance(account)).toBe(800)
  expect(await w.probe.balance('platform_revenue')).toBe(200)
  expect(await w.probe.balance('cash_clearing')).toBe(-1000)
  expect((await download()).status).toBe(403)
  expect(await w.probe.alerts()).toMatchObject([{ kind: 'refund-failed' }])
})

test('a pending refund moves nothing yet', async () => {
  const { w, download, refund, complete } = await saleFixture()
  await refund(1000, 'refund:1')
  await w.db.update(sandboxRefunds).set({ state: 'pending' })
  await complete()
  const before = await w.probe.balance('cash_clearing')

  await w.db.update(sandboxRefunds).set({ state: 'succeeded' })
  await complete()

  expect(before).toBe(-1000)
  expect(await w.probe.balance('cash_clearing')).toBe(0)
  expect((await download()).status).toBe(403)
})

test('refunds over the paid amount are not booked and raise an alert', async () => {
  const { w, paymentIntentId, complete, account } = await saleFixture()
  await w.probe.updateProviderPayment(paymentIntentId, { amount: 5000 })
  await w.sandbox.refund({ paymentId: paymentIntentId, amount: 1001, reason: 'requested' }, 'refund:1')

  await complete()
  await complete()

  expect(await w.probe.balance(account)).toBe(800)
  expect(await w.probe.alerts()).toMatchObject([{ kind: 'over-refund' }])
})

test('no access email is sent for a refunded purchase', async () => {
  const { w, item, fan, paymentIntentId, refund, complete } = await saleFixture()
  await refund(1000, 'refund:1')
  await complete()

  const again = await fan.call(sendAccessEmail, { body: { paymentIntentId, contentId: item.id } })
  await w.runJobs()

  expect(again.status).toBe(403)
  const emails = (await w.mailbox.list()).filter(({ to }) => to === 'fan@example.com')
  expect(emails.map(({ subject }) => subject)).toEqual(['We’ve refunded $10.00'])
})

function tokenIn(accessUrl: string): string {
  return accessUrl.split('/').at(-1) ?? ''
}

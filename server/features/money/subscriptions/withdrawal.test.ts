import { expect, test, vi } from 'vitest'
import { updateInstanceSettings } from '../../../../contract/instance-settings.ts'
import { agreeToPro, withdrawFromPro } from '../../../../contract/pro-plan.ts'
import {
  createSubscription,
  getSubscription,
  refreshSubscription,
} from '../../../../contract/subscriptions.ts'
import { upgradeToPro } from '../../../../tests/support/test-app/subscription-client.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { subscriptions } from '../../../db/schema/index.ts'
import { RefundDeferredError } from '../../../ports/payment-provider.ts'
import { verifyLedger } from '../../../verify/run-checks.ts'
import { issueReceipts } from '../../buying/receipts/issue-receipts.ts'

const dayMs = 24 * 3_600_000

async function expectVerified(w: TestApp) {
  await issueReceipts(w.ports)
  const client = await w.ports.pool.connect()
  expect(await verifyLedger(client).finally(() => client.release())).toEqual([])
}

test('within 14 days Pro is canceled with a full refund, at once, with one email and a credit note', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const paid = await upgradeToPro(mara)

  const { body } = await mara.call(withdrawFromPro)
  await w.runJobs()
  const again = await mara.call(withdrawFromPro)
  await issueReceipts(w.ports)

  expect(paid.withdrawal).toMatchObject({ amount: '99.00' })
  expect(body).toMatchObject({ plan: 'creator', state: 'canceled', withdrawal: null })
  expect(again.status).toBe(409)
  const [invoice] = (await mara.call(getSubscription)).body.invoices
  expect(invoice).toMatchObject({
    returnedAmount: '99.00',
    documents: [{ kind: 'invoice' }, { kind: 'credit_note' }],
  })
  const subjects = (await w.mailbox.list()).map(({ subject }) => subject).filter((one) => one.includes('Pro'))
  expect(subjects.toSorted()).toEqual(['Welcome to Pro', 'Your Pro payment was refunded'])
  await expectVerified(w)
})

test('after 14 days there is no refund, and the second time only the days that are left', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await upgradeToPro(mara)
  await mara.call(withdrawFromPro)
  await upgradeToPro(mara)

  w.clock.advance(10 * dayMs)
  const second = (await mara.call(getSubscription)).body.withdrawal
  w.clock.advance(5 * dayMs)
  const late = await mara.call(withdrawFromPro)

  expect(Number(second?.amount)).toBeGreaterThan(60)
  expect(Number(second?.amount)).toBeLessThan(70)
  expect(late.status).toBe(409)
  expect((await mara.call(getSubscription)).body).toMatchObject({ plan: 'pro', withdrawal: null })
})

test('a refund that the balance does not cover waits with one alert, and is made when the balance grows', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await upgradeToPro(mara)
  await w.sandbox.simulate.setBalance(5_000)
  await w.deliverWebhooks()

  const { body } = await mara.call(withdrawFromPro)
  w.clock.advance(6 * 60_000)
  await w.runPeriodicTasks()
  const waiting = await w.probe.openAlerts()
  await w.sandbox.simulate.setBalance(20_000)
  await w.deliverWebhooks()

  expect(body).toMatchObject({ plan: 'creator' })
  expect(waiting).toEqual(['refunds-waiting'])
  expect((await mara.call(getSubscription)).body.invoices).toMatchObject([{ returnedAmount: '99.00' }])
  expect(await w.probe.openAlerts()).toEqual([])
  await expectVerified(w)
})

test('a refund whose answer was lost is found, and not made twice', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await upgradeToPro(mara)
  const { refund } = w.ports.paymentProvider
  const lost = vi.spyOn(w.ports.paymentProvider, 'refund').mockImplementationOnce(async (request, key) => {
    await refund(request, key)
    throw new Error('socket hang up')
  })

  await mara.call(withdrawFromPro)
  w.clock.advance(3 * 60_000)
  await w.runPeriodicTasks()

  expect(lost).toHaveBeenCalledTimes(1)
  expect((await w.sandbox.simulate.payments()).payments[0]?.refunds).toHaveLength(1)
  expect((await mara.call(getSubscription)).body.invoices).toMatchObject([{ returnedAmount: '99.00' }])
  await expectVerified(w)
})

test('each answered attempt has a key of its own, and a busy provider keeps the key', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await upgradeToPro(mara)
  const keys: Array<string> = []
  const reasons = ['provider_busy', 'balance_insufficient', 'balance_insufficient'] as const
  vi.spyOn(w.ports.paymentProvider, 'refund').mockImplementation(async (_, key) => {
    keys.push(key.replace(/\d{6,}/, 'ID'))
    throw new RefundDeferredError('not now', { reason: reasons[keys.length - 1] ?? 'provider_busy' })
  })

  await mara.call(withdrawFromPro)
  for (const _ of [1, 2, 3]) {
    w.clock.advance(6 * 60_000)
    await w.runPeriodicTasks()
  }

  expect(keys).toEqual(['pro-refund:ID', 'pro-refund:ID', 'pro-refund:ID:1', 'pro-refund:ID:2'])
})

test('the words are asked where consumers may withdraw, and kept with the subscription', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  const mara = await w.creator()
  const unknown = await mara.call(createSubscription)
  await mara.call(agreeToPro, { body: { agreed: true } })
  await w.probe.updateUser(mara.id, { country: 'US' })
  const american = await mara.call(createSubscription)
  await admin.call(updateInstanceSettings, { body: { sellerCountry: 'DE' } })
  const germanSeller = await mara.call(createSubscription)

  const words = 'Start Pro right away. I can cancel within 14 days of this payment and get my money back.'
  expect([unknown, american, germanSeller].map(({ body }) => body.consent)).toEqual([words, null, words])
  const [row] = await w.ports.db.select().from(subscriptions)
  expect(row).toMatchObject({ withdrawalConsent: words, withdrawalConsentAt: expect.any(Date) })
  expect((await mara.call(refreshSubscription)).status).toBe(200)
})

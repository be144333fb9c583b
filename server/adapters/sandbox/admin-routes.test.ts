import { expect, test } from 'vitest'
import { completePayment, verifyPurchase } from '../../../contract/purchases.ts'
import {
  advanceSandboxClock,
  completeSandboxOnboarding,
  createSandboxPlatformPayout,
  disputeSandboxPayment,
  failSandboxRefund,
  getSandboxAccount,
  getSandboxClock,
  getSandboxOnboarding,
  getSandboxPayouts,
  listSandboxPayments,
  listSandboxWebhookDeliveries,
  refundSandboxPayment,
  resendSandboxDelivery,
  resendSandboxWebhooks,
  restrictSandboxAccount,
  setSandboxBalance,
} from '../../../contract/sandbox.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'
import { sandboxAccounts } from './schema.ts'

async function createSale() {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  const item = await (await w.creator()).publishText({ title: 'Harbour loops', price: '10.00' })
  const fan = w.visitor()
  const { paymentIntentId: id } = await fan.pays(item.id)
  const params = { id }
  return {
    w,
    admin,
    item,
    fan,
    params,
    list: async () => (await admin.call(listSandboxPayments)).body.payments,
    log: async () => (await admin.call(listSandboxWebhookDeliveries)).body.deliveries,
  }
}

test('the admin sees payments with their item, card and possible actions', async () => {
  const { item, list, params } = await createSale()

  expect(await list()).toEqual([
    {
      id: params.id,
      description: 'Harbour loops',
      contentId: item.id,
      subscriptionId: null,
      amount: '10.00',
      currency: 'USD',
      state: 'paid',
      card: 'paid',
      email: 'fan@example.com',
      failure: null,
      createdAt: '2026-03-01T12:00:00.000Z',
      refunds: [],
      dispute: null,
      refundableAmount: '10.00',
      allowedActions: ['open_inquiry', 'open'],
    },
  ])
})

test('a manual refund and dispute reach the buyer by webhook', async () => {
  const { w, admin, item, fan, params, list } = await createSale()
  await w.deliverWebhooks()
  const verify = () => fan.call(verifyPurchase, { query: { payment_intent: params.id, content_id: item.id } })
  const refused = await admin.call(refundSandboxPayment, { params, body: { amount: '10.01' } })

  await admin.call(refundSandboxPayment, { params, body: { amount: '4.00' } })
  await w.deliverWebhooks()
  const partly = (await verify()).body.purchase.state
  await admin.call(disputeSandboxPayment, { params, body: { move: 'open' } })
  await w.deliverWebhooks()
  const disputed = (await verify()).status
  await admin.call(disputeSandboxPayment, { params, body: { move: 'win' } })
  const refund = (await list())[0]?.refunds[0]?.id ?? ''
  await admin.call(failSandboxRefund, { params: { id: refund } })
  await w.deliverWebhooks()

  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({ fields: { amount: 'Enter an amount up to 10.00' } })
  expect([partly, disputed, (await verify()).status]).toEqual(['partially_refunded', 403, 200])
  expect((await verify()).body.purchase.state).toBe('paid')
})

test('the log shows webhook deliveries with their result, and sends them again', async () => {
  const { w, admin, params, log } = await createSale()
  const [waiting] = await log()
  await w.deliverWebhooks()
  const [delivered] = await log()

  await admin.call(resendSandboxDelivery, { params: { id: delivered?.id } })
  const [again] = await log()
  await w.deliverWebhooks()
  const posted = await admin.call(resendSandboxWebhooks, { params, body: { order: 'reverse' } })
  await w.deliverWebhooks()

  expect(waiting).toMatchObject({ type: 'payment.succeeded', attempts: 0, lastResponse: null })
  expect(delivered).toMatchObject({
    objectId: params.id,
    attempts: 1,
    lastResponse: '200',
    nextAttemptAt: null,
  })
  expect(again).toMatchObject({ deliveredAt: null, nextAttemptAt: '2026-03-01T12:00:00.000Z' })
  expect(posted.body).toEqual({ posted: 1 })
  expect(await log()).toMatchObject([{ attempts: 1, lastResponse: '200' }])
  expect(await w.probe.purchases()).toHaveLength(1)
})

test('webhooks can be sent again in reverse order', async () => {
  const { w, admin, fan, params } = await createSale()
  await fan.call(completePayment, { params: { paymentIntentId: params.id } })
  w.clock.advance(1_000)
  await admin.call(refundSandboxPayment, { params, body: {} })
  await w.deliverWebhooks()

  await admin.call(resendSandboxWebhooks, { params, body: { order: 'reverse' } })

  const { deliveries } = (await admin.call(listSandboxWebhookDeliveries)).body
  const byTime = deliveries.toSorted((a, b) => String(a.nextAttemptAt).localeCompare(String(b.nextAttemptAt)))
  expect(byTime.map(({ type }) => type)).toEqual(['payment.refunded', 'payment.succeeded'])
})

test('the subscription clock is moved by whole days only', async () => {
  const { admin } = await createSale()
  expect((await admin.call(getSandboxClock)).body).toEqual({ now: '2026-03-01T12:00:00.000Z', daysAhead: 0 })

  const moved = await admin.call(advanceSandboxClock, { body: { days: 31 } })

  expect(moved.body).toEqual({ now: '2026-04-01T12:00:00.000Z', daysAhead: 31 })
  for (const days of [0, -1, 1.5, 367, '7', null])
    expect((await admin.call(advanceSandboxClock, { body: { days } })).status).toBe(400)
})

test('a creator completes onboarding with their own session only', async () => {
  const { w, admin } = await createSale()
  const mara = await w.creator()
  const { accountId } = await w.sandbox.connect.createAccount(
    { userId: mara.id, email: 'mara@example.com', country: 'US' },
    'a',
  )
  const urls = { returnUrl: '/earnings', refreshUrl: '/again' }
  const { url } = await w.sandbox.connect.createOnboardingLink(accountId, urls)
  const token = new URLSearchParams(url.split('?')[1]).get('token')
  const body = { token, outcome: 'complete' }

  const strangers = [
    await admin.call(getSandboxOnboarding, { query: { token } }),
    await admin.call(completeSandboxOnboarding, { body }),
    await admin.call(getSandboxAccount),
  ]
  const shown = await mara.call(getSandboxOnboarding, { query: { token } })
  const done = await mara.call(completeSandboxOnboarding, { body })

  expect(strangers.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(shown.body).toEqual({ email: 'mara@example.com', refreshUrl: null })
  expect(done.body).toEqual({ url: '/earnings' })
  expect((await mara.call(getSandboxAccount)).body).toMatchObject({ state: 'complete', transfers: [] })
})

test('the admin limits the balance, makes payouts to the site’s bank and restricts accounts', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  const request = { userId: '5', email: 'mara@example.com', country: 'DE' }
  const { accountId } = await w.sandbox.connect.createAccount(request, 'acct:5')
  await w.db.update(sandboxAccounts).set({ state: 'complete' })
  const params = { id: accountId }

  await admin.call(setSandboxBalance, { body: { available: '120.00' } })
  await admin.call(createSandboxPlatformPayout, { body: { amount: '20.00', state: 'paid' } })
  await admin.call(restrictSandboxAccount, { params, body: { restriction: 'transfers_inactive' } })
  const limited = (await admin.call(getSandboxPayouts)).body
  await admin.call(setSandboxBalance, { body: { available: null } })
  await admin.call(restrictSandboxAccount, { params, body: { restriction: null } })

  expect(limited).toMatchObject({
    available: '100.00',
    platformPayouts: [{ amount: '20.00', state: 'paid' }],
    accounts: [{ id: accountId, country: 'DE', state: 'restricted', restriction: 'transfers_inactive' }],
  })
  expect((await admin.call(getSandboxPayouts)).body).toMatchObject({
    available: null,
    accounts: [{ state: 'complete', restriction: null }],
  })
  expect(
    (await admin.call(createSandboxPlatformPayout, { body: { amount: '0', state: 'paid' } })).status,
  ).toBe(400)
})

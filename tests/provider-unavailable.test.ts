import { expect, test } from 'vitest'
import { createDashboardLink, getConnectStatus } from '../contract/payouts.ts'
import { completePayment, downloadContent, verifyPurchase } from '../contract/purchases.ts'
import { createSubscription } from '../contract/subscriptions.ts'
import { users } from '../server/db/schema/index.ts'
import { checkProvider } from '../server/features/site/instance/health.ts'
import type { openStripe } from './support/fake-stripe/stripe-fixture.ts'
import { createHttpClient } from './support/test-app/http-client.ts'
import { unavailableProviderFixture } from './support/unavailable-provider-app.ts'

const notChargedMessage = 'You weren’t charged. Try again in a moment.'

test('starting a payment is refused with 503 and "not charged" when the provider hangs', async () => {
  const s = await unavailableProviderFixture()
  s.stripe.hang()

  const { status, body, headers } = await s.order(s.fan)

  expect(status).toBe(503)
  expect(body).toMatchObject({ code: 'provider_unavailable', message: notChargedMessage })
  expect(headers['retry-after']).toBeDefined()
})

test('the same order succeeds once the provider answers again, with one payment', {
  tags: ['long'],
}, async () => {
  const s = await unavailableProviderFixture()
  s.stripe.hang()
  await s.order(s.fan)
  s.stripe.recover()

  const { status } = await s.order(s.fan)

  expect(status).toBe(200)
  expect(s.stripe.store.intents.size).toBe(1)
})

test('a waiting buyer causes at most two requests to a hanging provider', { tags: ['long'] }, async () => {
  const s = await unavailableProviderFixture({ requestBudgetMs: 8_000 }, { attemptTimeoutMs: 300 })
  s.stripe.hang()

  await s.order(s.fan)

  expect(s.stripe.requests.filter(({ path }) => path === '/v1/payment_intents')).toHaveLength(2)
})

test('the provider calls of one request share a time limit', { tags: ['long'] }, async () => {
  const s = await unavailableProviderFixture({}, { attemptTimeoutMs: 5_000 })
  const { paymentIntentId, clientSecret } = await s.fan.starts(s.item.id)
  s.stripe.simulate.pay(paymentIntentId)
  s.stripe.slowDown(500)

  const answer = await s.fan.call(completePayment, {
    params: { paymentIntentId },
    headers: s.fan.clientSecretHeaders(clientSecret),
  })

  expect(answer).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } })
})

test('a payment that may have been made is never reported as "not charged" while the provider hangs', async () => {
  const s = await unavailableProviderFixture()
  const { paymentIntentId, clientSecret } = await s.fan.starts(s.item.id)
  const headers = s.fan.clientSecretHeaders(clientSecret)
  s.stripe.simulate.pay(paymentIntentId)
  s.stripe.hang()

  const completed = await s.fan.call(completePayment, { params: { paymentIntentId }, headers })
  const query = { payment_intent: paymentIntentId, content_id: String(s.item.id) }
  const verified = await s.fan.call(verifyPurchase, { query, headers })

  for (const { status, body } of [completed, verified]) {
    expect(status).toBe(503)
    expect(body).toMatchObject({ code: 'provider_unavailable' })
    expect(JSON.stringify(body)).toMatch(/still checking.*don’t pay again/)
    expect(JSON.stringify(body)).not.toMatch(/(weren’t|not) charged/)
  }
})

test('a download is refused with 503, not 404, while the provider hangs and a payment is unsettled', {
  tags: ['long'],
}, async () => {
  const s = await unavailableProviderFixture()
  const { paymentIntentId } = await s.fan.starts(s.item.id)
  s.stripe.simulate.pay(paymentIntentId)
  s.stripe.hang()

  const refused = await s.fan.call(downloadContent, { params: { id: s.item.id } })

  expect(refused).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } })
  expect(JSON.stringify(refused.body)).toMatch(/still checking.*don’t pay again/)
})

test('the form distinguishes an unsettled payment from a new one while the provider hangs', {
  tags: ['long'],
}, async () => {
  const s = await unavailableProviderFixture()
  const { paymentIntentId, clientSecret } = await s.fan.starts(s.item.id)
  s.stripe.simulate.setStatus(paymentIntentId, 'processing')
  await s.fan.call(completePayment, {
    params: { paymentIntentId },
    headers: s.fan.clientSecretHeaders(clientSecret),
  })
  s.stripe.hang()
  const submitForm = (fan: ReturnType<typeof createHttpClient>) =>
    fan.send('POST', `/p/${s.item.id}`, {
      payload: 'amount=10',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: s.ports.config.publicUrl },
    })

  const unsettled = await submitForm(s.fan)
  const stranger = createHttpClient(s.app)
  const unpaid = await submitForm(stranger)

  expect(unsettled.headers.location).toContain('problem=checking')
  expect(unpaid.headers.location).toContain('problem=provider_unavailable')
})

test('connecting a bank account and starting Pro are refused with 503 when the provider hangs', {
  tags: ['long'],
}, async () => {
  const s = await unavailableProviderFixture()
  await s.w.db.update(users).set({ providerAccountId: 'acct_1', providerAccountState: 'complete' })
  s.stripe.hang()

  const status = await s.creator.call(getConnectStatus)
  const dashboard = await s.creator.call(createDashboardLink, { params: { provider: 'stripe' } })
  const pro = await s.creator.call(createSubscription)
  const onboarding = await s.creator.send('GET', '/api/stripe/connect/onboard')

  for (const answer of [status, dashboard, pro])
    expect(answer).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } })
  expect(pro.body).toMatchObject({ message: expect.stringContaining('Pro didn’t start') })
  expect(onboarding.headers.location).toBe('/connect?unavailable=true')
})

test('the circuit opens after three unanswered calls, answers at once, and raises one alert', async () => {
  const s = await unavailableProviderFixture({ maxFailures: 3, halfOpenAfterMs: 60_000 }, { maxRetries: 0 })
  s.stripe.hang()
  for (let i = 0; i < 3; i++) await s.order()
  const requestCount = s.stripe.requests.length

  const { status, body } = await s.order()

  expect(status).toBe(503)
  expect(body).toMatchObject({ message: notChargedMessage })
  expect(s.stripe.requests).toHaveLength(requestCount)
  await expect.poll(s.unavailableAlerts).toMatchObject([{ target: 'connection', resolvedAt: null }])
})

test('the circuit closes once a trial call is answered', { tags: ['long'] }, async () => {
  const s = await unavailableProviderFixture({ maxFailures: 1, halfOpenAfterMs: 20 })
  s.stripe.hang()
  await s.order()
  s.stripe.recover()

  await expect.poll(async () => (await s.order()).status).toBe(200)
})

const forgedWebhook = {
  payload: Buffer.from('{"type":"payment_intent.succeeded"}'),
  headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
}
const webhookPath = '/api/webhooks/stripe'

/** A webhook that is verified without calling the provider. */
function signedWebhook(stripe: Awaited<ReturnType<typeof openStripe>>) {
  const { rawBody, headers } = stripe.posted({ type: 'customer.created', object: { id: 'cus_1' } })
  return { payload: rawBody, headers: { 'content-type': 'application/json', ...headers } }
}

test('webhooks do not close an open circuit, forged or signed', { tags: ['long'] }, async () => {
  const s = await unavailableProviderFixture({ maxFailures: 1, halfOpenAfterMs: 60_000 }, { maxRetries: 0 })
  s.stripe.hang()
  await s.order()

  const forged = await s.fan.send('POST', webhookPath, forgedWebhook)
  const signed = await s.fan.send('POST', webhookPath, signedWebhook(s.stripe))

  expect([forged.statusCode, signed.statusCode]).toEqual([400, 200])
  expect(s.ports.paymentProvider.isUnavailable?.()).toBe(true)
  const requestCount = s.stripe.requests.length
  expect((await s.order()).status).toBe(503)
  expect(s.stripe.requests).toHaveLength(requestCount)
})

test('a forged webhook does not mark the provider as available when the circuit would allow a trial call', {
  tags: ['long'],
}, async () => {
  const s = await unavailableProviderFixture({ maxFailures: 1, halfOpenAfterMs: 1 }, { maxRetries: 0 })
  s.stripe.hang()
  await s.order()

  await s.fan.send('POST', webhookPath, forgedWebhook)

  expect(s.ports.paymentProvider.isUnavailable?.()).toBe(true)
})

test('webhooks between unanswered calls do not prevent the circuit from opening', {
  tags: ['long'],
}, async () => {
  const s = await unavailableProviderFixture({ maxFailures: 2, halfOpenAfterMs: 60_000 }, { maxRetries: 0 })
  s.stripe.hang()
  await s.order()
  await s.fan.send('POST', webhookPath, forgedWebhook)
  await s.fan.send('POST', webhookPath, signedWebhook(s.stripe))
  await s.order()
  const requestCount = s.stripe.requests.length

  const { status } = await s.order()

  expect(status).toBe(503)
  expect(s.stripe.requests).toHaveLength(requestCount)
})

test('the sweep raises the alert after one unanswered call and resolves it when the provider is back', {
  tags: ['long'],
}, async () => {
  const s = await unavailableProviderFixture()
  await checkProvider(s.ports)
  expect(s.stripe.requests).toHaveLength(0)
  s.stripe.hang()
  await s.order()

  await checkProvider(s.ports)
  const raised = await s.unavailableAlerts()
  s.stripe.recover()
  await checkProvider(s.ports)

  expect(raised).toMatchObject([{ target: 'connection', resolvedAt: null }])
  expect(await s.unavailableAlerts()).toMatchObject([{ resolvedAt: s.w.clock.now() }])
})

test('a provider that rejects a call is available, so the circuit stays closed', async () => {
  const s = await unavailableProviderFixture({ maxFailures: 1, halfOpenAfterMs: 60_000 })
  const error = { type: 'invalid_request_error', message: 'No.' }
  s.stripe.fail('/v1/payment_intents', { status: 400, body: { error } })
  await s.order()

  expect((await s.order()).status).toBe(200)
})

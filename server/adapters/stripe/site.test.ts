import { expect, onTestFinished, test } from 'vitest'
import { setBuyerEmail } from '../../../contract/checkout.ts'
import { getInstance } from '../../../contract/instance.ts'
import { completePayment, getCheckout } from '../../../contract/purchases.ts'
import { authenticateSandboxPayment, confirmSandboxPayment } from '../../../contract/sandbox.ts'
import { createSubscription, getSubscription, refreshSubscription } from '../../../contract/subscriptions.ts'
import { type Intent, insert } from '../../../tests/support/fake-stripe/store.ts'
import { openStripe } from '../../../tests/support/fake-stripe/stripe-fixture.ts'
import { createHttpClient } from '../../../tests/support/test-app/http-client.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'
import { buildApp } from '../../app.ts'
import { settleDueCheckouts } from '../../features/buying/checkout/jobs.ts'
import type { PageRenderer } from '../../ports/page-renderer.ts'
import { sandboxRoutes } from '../sandbox/routes.ts'

const renderer: PageRenderer = {
  render: async () => ({ status: 200, html: '<p>A page</p>' }),
  locate: () => ({}),
}

/** An instance with the Stripe adapter and a fake Stripe server. */
async function site() {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishText({ price: '10.00' })
  const stripe = await openStripe({ clock: w.clock })
  const ports = { ...w.ports, paymentProvider: stripe.provider }
  const adapterRoutes = [(api: Parameters<typeof sandboxRoutes>[0]) => sandboxRoutes(api, undefined)]
  const { app } = await buildApp(ports, { renderer, version: '0.0.0', adapterRoutes })
  onTestFinished(() => app.close())
  const fan = createHttpClient(app)

  async function post(event: Parameters<typeof stripe.posted>[0]) {
    const { rawBody, headers } = stripe.posted(event, { at: w.clock.now() })
    const type = { 'content-type': 'application/json; charset=utf-8' }
    const response = await fan.send('POST', '/api/webhooks/stripe', {
      payload: rawBody,
      headers: { ...type, ...headers },
    })
    return response.statusCode
  }
  return { w, ports, creator, item, fan, stripe, post }
}

async function paidAtStripe() {
  const fixture = await site()
  const { paymentIntentId: id, clientSecret } = await fixture.fan.starts(fixture.item.id)
  const typed = { params: { paymentIntentId: id }, body: { email: 'typed@example.com' } }
  await fixture.fan.call(setBuyerEmail, typed)
  fixture.stripe.simulate.pay(id)
  const postWebhook = (type: string, object = fixture.stripe.store.intents.get(id) ?? {}) =>
    fixture.post({ type, object })
  return { ...fixture, id, clientSecret, postWebhook }
}

test('a payment intent has the item’s price, and the page shows Stripe’s card form', async () => {
  const { fan, item, stripe, w } = await site()

  const { paymentIntentId, clientSecret } = await fan.starts(item.id)
  const checkout = await fan.call(getCheckout, {
    params: { id: item.id },
    headers: fan.clientSecretHeaders(clientSecret),
  })

  const [attempt] = await w.probe.checkouts()
  expect(stripe.store.intents.get(paymentIntentId)).toMatchObject({
    amount: 1000,
    currency: 'usd',
    metadata: { attempt: String(attempt?.id), content: String(item.id) },
  })
  expect(checkout.body.provider).toEqual({ kind: 'stripe', publishableKey: 'pk_test_double' })
})

test('the webhook alone delivers, once, to the email of the card form', async () => {
  const { w, postWebhook } = await paidAtStripe()

  expect(await postWebhook('payment_intent.succeeded')).toBe(200)
  expect(await postWebhook('payment_intent.succeeded')).toBe(200)
  await w.runJobs()

  expect(await w.probe.purchases()).toMatchObject([
    { amount: 1000, platformFeeAmount: 200, buyerEmail: 'typed@example.com' },
  ])
  expect(await w.probe.balance('cash_clearing')).toBe(-1000)
  expect((await w.mailbox.list()).filter(({ to }) => to === 'typed@example.com')).toHaveLength(1)
})

test('without webhooks the return page settles, and without that the sweep', async () => {
  const withVisit = await paidAtStripe()
  const settled = await withVisit.fan.call(completePayment, { params: { paymentIntentId: withVisit.id } })
  expect(settled.body.state).toBe('paid')

  const withoutVisit = await paidAtStripe()
  withoutVisit.w.clock.advance(3 * 60_000)
  await settleDueCheckouts(withoutVisit.ports)

  expect(await withoutVisit.w.probe.purchases()).toHaveLength(1)
})

test('Stripe’s fee is booked as soon as it is known', async () => {
  const { w, stripe, id, postWebhook } = await paidAtStripe()
  await postWebhook('payment_intent.succeeded')

  stripe.simulate.setBalanceTransaction(id, { fee: 59 })
  const charge = stripe.store.charges.get(stripe.store.intents.get(id)?.latest_charge ?? '') ?? {}
  expect(await postWebhook('charge.updated', charge)).toBe(200)

  expect(await w.probe.purchases()).toMatchObject([{ providerFeeAmount: 59 }])
  expect(await w.probe.sum()).toBe(0)
})

test('a refund in Stripe’s dashboard revokes access', async () => {
  const { w, stripe, id, postWebhook } = await paidAtStripe()
  await postWebhook('payment_intent.succeeded')

  const { refundId } = await stripe.provider.refund(
    { paymentId: id, amount: 1000, reason: 'requested' },
    'theirs',
  )
  expect(await postWebhook('refund.created', stripe.store.refunds.get(refundId))).toBe(200)

  expect(await w.probe.purchases()).toMatchObject([{ refundedAmount: 1000 }])
  expect(await w.probe.grants()).toMatchObject([{ revokedAt: w.clock.now() }])
  expect(await w.probe.balance('cash_clearing')).toBe(0)
})

test('a dispute holds the funds and revokes access, and winning it restores both', async () => {
  const { w, stripe, id, postWebhook } = await paidAtStripe()
  await postWebhook('payment_intent.succeeded')

  const dispute = stripe.simulate.dispute(id, { status: 'needs_response' })
  expect(await postWebhook('charge.dispute.created', dispute)).toBe(200)
  expect(await w.probe.purchases()).toMatchObject([{ disputedAmount: 1000 }])
  expect(await w.probe.balance('cash_clearing')).toBe(0)

  dispute.status = 'won'
  expect(await postWebhook('charge.dispute.closed', dispute)).toBe(200)
  expect(await w.probe.purchases()).toMatchObject([{ disputedAmount: 0 }])
  expect(await w.probe.grants()).toMatchObject([{ revokedAt: null }])
  expect(await w.probe.balance('cash_clearing')).toBe(-1000)
})

test('events of other business of the account are acknowledged and ignored', async () => {
  const { w, post } = await site()

  expect(await post({ type: 'payment_intent.succeeded', object: { id: 'pi_other', metadata: {} } })).toBe(200)
  expect(await post({ type: 'moon.full', object: {} })).toBe(200)

  expect(await w.probe.purchases()).toEqual([])
})

test('an event of an unknown payment with our metadata is answered with 5xx, so Stripe sends it again', async () => {
  const { stripe, postWebhook } = await paidAtStripe()
  const stray = { checkoutId: '404', contentId: 404, amount: 500, currency: 'USD', description: 'Stray' }
  const { paymentId } = await stripe.provider.createPayment(stray, 'pi:404')

  expect(await postWebhook('payment_intent.succeeded', stripe.store.intents.get(paymentId))).toBe(500)
})

test('a live event is rejected by a test instance', async () => {
  const { stripe, post, id, w } = await paidAtStripe()
  const object = stripe.store.intents.get(id) ?? {}

  expect(await post({ type: 'payment_intent.succeeded', object, livemode: true })).toBe(400)
  expect(await w.probe.purchases()).toEqual([])
})

test('the sandbox does not exist with Stripe', async () => {
  const { fan } = await site()

  for (const path of [confirmSandboxPayment.path, authenticateSandboxPayment.path, '/api/webhooks/sandbox']) {
    const { statusCode } = await fan.send('POST', path, { payload: {} })
    expect(statusCode, path).toBe(404)
  }
})

test('every page knows that Stripe is the provider, and that it is in test mode', async () => {
  const { fan } = await site()

  const { body } = await fan.call(getInstance)

  expect(body).toMatchObject({ mode: 'test', provider: 'stripe', minPriceAmount: '0.50' })
})

test('only pages with a card form may load anything from Stripe', async () => {
  const { fan } = await site()
  const policyOf = async (path: string) => {
    const { headers } = await fan.send('GET', path)
    return {
      policy: String(headers['content-security-policy']),
      opener: headers['cross-origin-opener-policy'],
    }
  }

  for (const path of ['/checkout/1', '/checkout/1?amount=5', '/subscribe']) {
    const { policy, opener } = await policyOf(path)
    expect(policy).toMatch(
      /script-src 'self' 'nonce-[^']+' https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com;/,
    )
    expect(policy).toContain(
      "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;",
    )
    expect(policy).toContain("connect-src 'self' https://api.stripe.com;")
    expect(policy).toContain("img-src 'self' data: blob: https://*.stripe.com;")
    expect(opener).toBe('same-origin-allow-popups')
  }
  for (const path of ['/', '/p/1', '/success?content_id=1', '/access/x', '/checkouts', '/p/checkout/1']) {
    const { policy, opener } = await policyOf(path)
    expect(policy).not.toContain('stripe')
    expect(opener).toBe('same-origin')
  }
})

test('with the sandbox no page may load anything from Stripe', async () => {
  const w = await createTestApp()
  await w.creator()

  const { headers } = await w.visitor().send('GET', '/checkout/1')

  expect(headers['content-security-policy']).toContain("script-src 'self'")
  expect(headers['content-security-policy']).not.toContain('stripe')
})

test('a refund of Pro in Stripe’s dashboard is booked, and ends Pro; other business is ignored', async () => {
  const { w, fan, creator, stripe, post } = await site()
  for (const [name, value] of creator.cookies) fan.cookies.set(name, value)
  await fan.call(createSubscription)
  const [subscription] = [...stripe.store.subscriptions.values()]
  stripe.simulate.paySubscription(subscription?.id ?? '', w.clock.now())
  await fan.call(refreshSubscription)
  const charge = [...stripe.store.charges.values()].at(-1)
  const paymentId = charge?.payment_intent ?? ''
  const before = (await fan.call(getSubscription)).body
  const refund = await stripe.provider.refund({ paymentId, amount: 9_900, reason: 'requested' }, 'dashboard')
  const other = insert(stripe.store.intents, {
    ...structuredClone(stripe.store.intents.get(paymentId) as Intent),
    id: 'pi_of_a_shop',
  })

  const object = { id: refund.refundId, payment_intent: paymentId }
  const statuses = [
    await post({ type: 'refund.created', object }),
    await post({ type: 'refund.created', object: { id: 're_2', payment_intent: other.id } }),
  ]

  expect(before).toMatchObject({ plan: 'pro', invoices: [{ amount: '99.00', currency: 'USD' }] })
  expect(statuses).toEqual([200, 200])
  expect((await fan.call(getSubscription)).body).toMatchObject({ plan: 'creator', state: 'canceled' })
  expect(stripe.store.subscriptions.get(subscription?.id ?? '')?.status).toBe('canceled')
  expect(await w.probe.balance('platform_revenue')).toBe(0)
})

test('an invoice in another currency is booked as what was charged', async () => {
  const { w, fan, creator, stripe } = await site()
  for (const [name, value] of creator.cookies) fan.cookies.set(name, value)
  Object.assign(stripe.store.prices.get('price_pro') ?? {}, { currency: 'eur', unit_amount: 4_900 })
  const started = await fan.call(createSubscription)
  const [subscription] = [...stripe.store.subscriptions.values()]
  stripe.simulate.paySubscription(subscription?.id ?? '', w.clock.now())

  const { body } = await fan.call(refreshSubscription)

  expect(started.body).toMatchObject({ amount: '49.00', currency: 'EUR' })
  expect(body).toMatchObject({
    monthlyPrice: '49.00',
    currency: 'EUR',
    invoices: [{ amount: '49.00', currency: 'EUR' }],
  })
  expect((await w.probe.entries()).map(({ currency }) => currency)).toEqual(['EUR', 'EUR'])
})

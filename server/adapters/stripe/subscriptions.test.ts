import { expect, test } from 'vitest'
import { openStripe } from '../../../tests/support/fake-stripe/stripe-fixture.ts'

const mara = { userId: '5', email: 'mara@example.com' }
const march = new Date('2030-03-01T12:00:00.000Z')
const april = new Date('2030-04-01T12:00:00.000Z')

async function customer() {
  const { provider, ...stripe } = await openStripe()
  const { subscriptions } = provider
  if (!subscriptions) throw new Error('Stripe supports subscriptions')
  const { customerId } = await subscriptions.createCustomer(mara, 'cus:5')
  return { ...stripe, subscriptions, who: { userId: '5', customerId } }
}

async function subscriptionFixture() {
  const stripe = await customer()
  const { subscriptionId, clientSecret } = await stripe.subscriptions.create(stripe.who, 'sub:5:1')
  return { ...stripe, subscriptionId, clientSecret, read: () => stripe.subscriptions.get(subscriptionId) }
}

async function paid() {
  const stripe = await subscriptionFixture()
  stripe.simulate.paySubscription(stripe.subscriptionId, march)
  return stripe
}

test('a subscription waits for its first payment and has a client secret for it', async () => {
  const { store, subscriptionId, clientSecret, read } = await subscriptionFixture()

  expect(clientSecret).toMatch(/_secret_/)
  expect(await read()).toMatchObject({ state: 'incomplete', userId: '5', invoices: [] })
  expect(store.subscriptions.get(subscriptionId)).toMatchObject({
    price: 'price_pro',
    metadata: { user: '5' },
  })
})

test('creating again returns the unpaid subscription, whatever the key', async () => {
  const { subscriptions, who, store, subscriptionId, clientSecret } = await subscriptionFixture()

  const same = { subscriptionId, clientSecret, amount: 9_900, currency: 'USD' }
  expect(await subscriptions.create(who, 'sub:5:1')).toEqual(same)
  expect(await subscriptions.create(who, 'sub:5:2')).toEqual(same)
  expect(store.subscriptions.size).toBe(1)
})

test('two concurrent calls with the same key create one subscription', async () => {
  const { subscriptions, who, store } = await customer()

  const [one, other] = await Promise.all([1, 2].map(() => subscriptions.create(who, 'sub:5:1')))

  expect(one).toEqual(other)
  expect(store.subscriptions.size).toBe(1)
})

test('a paid subscription is active until the end of its period', async () => {
  const { read } = await paid()

  expect(await read()).toMatchObject({
    state: 'active',
    currentPeriodEnd: new Date('2030-03-31T12:00:00.000Z'),
    cancelAtPeriodEnd: false,
    invoices: [{ invoiceId: expect.any(String), amount: 9_900, paidAt: march }],
  })
})

test('renewals are listed oldest first, without unpaid ones', async () => {
  const { simulate, subscriptionId, read } = await paid()
  simulate.renew(subscriptionId, april)
  expect((await read()).invoices).toHaveLength(1)

  simulate.paySubscription(subscriptionId, april)

  expect((await read()).invoices.map(({ paidAt }) => paidAt)).toEqual([march, april])
})

test('a renewal that waits for 3-D Secure has the page to confirm it on, until it is paid', async () => {
  const { simulate, subscriptionId, read } = await paid()
  simulate.renew(subscriptionId, april)
  const url = simulate.requireConfirmation(subscriptionId)

  expect(await read()).toMatchObject({ state: 'past_due', confirmationUrl: url })
  simulate.paySubscription(subscriptionId, april)
  expect(await read()).not.toHaveProperty('confirmationUrl')
})

test('a declined renewal has nothing to confirm, and a page to pay it on with another card', async () => {
  const { simulate, store, subscriptionId, read } = await paid()
  simulate.renew(subscriptionId, april)
  Object.assign(store.subscriptions.get(subscriptionId) ?? {}, { status: 'past_due' })

  const declined = await read()
  expect(declined).not.toHaveProperty('confirmationUrl')
  expect(declined.paymentUrl).toMatch(/^https:\/\/invoice\.stripe\.com\//)

  simulate.paySubscription(subscriptionId, april)
  expect(await read()).not.toHaveProperty('paymentUrl')
})

test('the price is that of Stripe, and an unknown one is refused', async () => {
  const { subscriptions, store } = await customer()

  expect(await subscriptions.getPrice()).toEqual({
    amount: 9_900,
    currency: 'USD',
    interval: 'month',
    intervalCount: 1,
    isActive: true,
  })
  store.prices.clear()
  await expect(subscriptions.getPrice()).rejects.toMatchObject({ code: 'resource_missing' })
})

test('a price by usage has no amount', async () => {
  const { subscriptions, store } = await customer()
  Object.assign(store.prices.get('price_pro') ?? {}, { billing_scheme: 'tiered', unit_amount: null })

  expect(await subscriptions.getPrice()).toMatchObject({ amount: null })
})

test('an invoice has the amount and currency that Stripe charged, its month and its payment', async () => {
  const { store, subscriptions, subscriptionId, simulate, read } = await subscriptionFixture()
  const invoice = [...store.invoices.values()].at(-1)
  Object.assign(invoice ?? {}, { amount_due: 4_900, currency: 'eur' })
  simulate.paySubscription(subscriptionId, march)

  const [paidInvoice] = (await read()).invoices

  expect(paidInvoice).toMatchObject({
    amount: 4_900,
    currency: 'EUR',
    periodStart: march,
    periodEnd: new Date('2030-03-31T12:00:00.000Z'),
  })
  const paymentId = await subscriptions.findInvoicePayment(paidInvoice?.invoiceId ?? '')
  expect(store.intents.get(paymentId ?? '')).toMatchObject({ amount: 4_900, status: 'succeeded' })
})

test('a card that was changed in Stripe’s portal pays the next renewals', async () => {
  const { store, subscriptions, subscriptionId, who, read } = await paid()
  const { url } = await subscriptions.createCardPage({
    subscriptionId,
    customerId: who.customerId,
    returnUrl: 'https://tips.example.com/settings/plan',
  })
  const stored = () => store.subscriptions.get(subscriptionId)
  expect(url).toContain('payment_method_update')
  await read()
  expect(stored()?.default_payment_method).toMatch(/^pm_/)

  Object.assign(store.customers.get(who.customerId) ?? {}, {
    invoice_settings: { default_payment_method: 'pm_of_the_portal' },
  })
  await read()

  expect(stored()?.default_payment_method).toBeNull()
})

test('a subscription can be ended at once, and again', async () => {
  const { subscriptions, subscriptionId } = await paid()

  expect(await subscriptions.cancelNow(subscriptionId)).toMatchObject({ state: 'canceled' })
  expect(await subscriptions.cancelNow(subscriptionId)).toMatchObject({ state: 'canceled' })
})

test('a customer with another email address gets another key', async () => {
  const { subscriptions, store } = await customer()

  await subscriptions.createCustomer({ ...mara, email: 'mara@new.example' }, 'cus:5')

  expect([...store.customers.values()].map(({ email }) => email)).toEqual([
    'mara@example.com',
    'mara@new.example',
  ])
})

test('a canceled subscription runs until its period ends, and can be resumed', async () => {
  const { subscriptions, subscriptionId } = await paid()

  expect(await subscriptions.cancelAtPeriodEnd(subscriptionId)).toMatchObject({
    state: 'active',
    cancelAtPeriodEnd: true,
  })
  expect(await subscriptions.resume(subscriptionId)).toMatchObject({
    state: 'active',
    cancelAtPeriodEnd: false,
  })
})

test.each([
  ['incomplete', 'incomplete'],
  ['incomplete_expired', 'canceled'],
  ['trialing', 'active'],
  ['active', 'active'],
  ['past_due', 'past_due'],
  ['unpaid', 'past_due'],
  ['canceled', 'canceled'],
  ['paused', 'unknown'],
  ['something_new', 'unknown'],
])('Stripe’s subscription status %s is %s', async (status, state) => {
  const { store, subscriptionId, read } = await subscriptionFixture()
  Object.assign(store.subscriptions.get(subscriptionId) ?? {}, { status })

  expect((await read()).state).toBe(state)
})

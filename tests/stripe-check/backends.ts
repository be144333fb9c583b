import Stripe from 'stripe'
import { startFakeStripe } from '../support/fake-stripe/fake-stripe.ts'

/** `adds_funds` is a card whose payment is available for transfers right away. */
export type Card = 'paid' | 'disputed' | 'adds_funds'

/** What the checks need from Stripe besides the product: buyers, banks and the passing of time. */
export type StripeBackend = {
  secretKey: string
  api?: { host: string; port: number; protocol: 'http' | 'https' }
  pay(paymentId: string, card: Card): Promise<void>
  /** The event that Stripe has recorded for a paid payment, as its webhook has it. */
  paidEvent(paymentId: string): Promise<object>
  /** An account that has finished onboarding: the given one if the backend can, else one from the environment. */
  finishOnboarding(accountId: string): Promise<string | undefined>
  createProPrice(): Promise<string>
  /** A customer whose subscription can be renewed by `renew`. */
  createCustomer(user: { id: string; email: string }): Promise<string>
  /** Pays the first invoice of a subscription, whose payment has this client secret. */
  paySubscription(subscription: { id: string; clientSecret: string }): Promise<void>
  /** Lets a month pass; the card on file pays. */
  renew(subscriptionId: string): Promise<void>
  close(): Promise<void>
}

/** The fake, so that the checks themselves are tested without a key. */
export async function fakeBackend(): Promise<StripeBackend> {
  const { api, secretKey, store, simulate, close } = await startFakeStripe()
  return {
    api,
    secretKey,
    close,
    async pay(paymentId, card) {
      simulate.pay(paymentId)
      if (card === 'disputed') simulate.dispute(paymentId, { status: 'needs_response' })
    },
    paidEvent: async (paymentId) => event('payment_intent.succeeded', store.intents.get(paymentId) ?? {}),
    async finishOnboarding(accountId) {
      simulate.finishOnboarding(accountId)
      return accountId
    },
    createProPrice: async () => 'price_pro',
    createCustomer: async ({ id, email }) => {
      const customer = {
        id: `cus_${id}`,
        object: 'customer' as const,
        email,
        metadata: { user: id },
        invoice_settings: { default_payment_method: null },
      }
      store.customers.set(customer.id, customer)
      return customer.id
    },
    paySubscription: async ({ id }) => void simulate.paySubscription(id, new Date()),
    async renew(id) {
      const nextMonth = new Date(Date.now() + 32 * dayMs)
      simulate.renew(id, nextMonth)
      simulate.paySubscription(id, nextMonth)
    },
  }
}

const dayMs = 24 * 3_600_000
const returnUrl = 'https://example.com/success'
const paymentMethods: Record<Card, string> = {
  paid: 'pm_card_visa',
  disputed: 'pm_card_createDispute',
  adds_funds: 'pm_card_bypassPending',
}

/** Stripe's test mode. `onboardedAccount` is an account that a person has onboarded there: only a browser can. */
export function testModeBackend(secretKey: string, onboardedAccount: string | undefined): StripeBackend {
  const client = new Stripe(secretKey, { apiVersion: '2026-10-28.endive' })
  const clocks = new Map<string, string>()
  return {
    secretKey,
    async pay(paymentId, card) {
      await client.paymentIntents.confirm(paymentId, {
        payment_method: paymentMethods[card],
        return_url: returnUrl,
      })
    },
    async paidEvent(paymentId) {
      return waitFor(`the event of ${paymentId}`, async () => {
        const { data } = await client.events.list({ type: 'payment_intent.succeeded', limit: 50 })
        return data.find(({ data: { object } }) => 'id' in object && object.id === paymentId)
      })
    },
    finishOnboarding: async () => onboardedAccount,
    async createProPrice() {
      const product = { name: 'Pro, by stripe-check' }
      const recurring = { interval: 'month' as const }
      return (
        await client.prices.create({ unit_amount: 9_900, currency: 'usd', recurring, product_data: product })
      ).id
    },
    async createCustomer({ id, email }) {
      const frozen_time = Math.floor(Date.now() / 1000)
      const clock = await client.testHelpers.testClocks.create({ frozen_time, name: 'stripe-check' })
      const customer = await client.customers.create({ email, test_clock: clock.id, metadata: { user: id } })
      clocks.set(customer.id, clock.id)
      return customer.id
    },
    async paySubscription({ clientSecret }) {
      const [paymentId = ''] = clientSecret.split('_secret')
      await client.paymentIntents.confirm(paymentId, {
        payment_method: paymentMethods.paid,
        return_url: returnUrl,
      })
    },
    async renew(subscriptionId) {
      const { customer } = await client.subscriptions.retrieve(subscriptionId)
      const clock = clocks.get(typeof customer === 'string' ? customer : customer.id) ?? ''
      const frozen_time = Math.floor((Date.now() + 32 * dayMs) / 1000)
      await client.testHelpers.testClocks.advance(clock, { frozen_time })
      await waitFor('the test clock', async () => {
        const { status } = await client.testHelpers.testClocks.retrieve(clock)
        return status === 'ready' || undefined
      })
    },
    async close() {
      // Removes the customers and subscriptions of the run too.
      for (const clock of clocks.values()) await client.testHelpers.testClocks.del(clock)
    },
  }
}

function event(type: string, object: object): object {
  return { id: `evt_${Date.now()}`, object: 'event', type, livemode: false, data: { object } }
}

const pollIntervalMs = 1_000
const maxPolls = 90

/** Calls until there is a result. Throws after a minute and a half. */
export async function waitFor<T>(what: string, read: () => Promise<T | undefined>): Promise<T> {
  for (let poll = 0; poll < maxPolls; poll++) {
    const result = await read()
    if (result !== undefined) return result
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
  }
  throw new Error(`Stripe did not finish in time: ${what}`)
}

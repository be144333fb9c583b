import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { openStripe } from '../../../tests/support/fake-stripe/stripe-fixture.ts'
import { webhook } from '../../../tests/support/fake-stripe/webhooks.ts'
import { paymentProviderContractTests } from '../../ports/payment-provider.contract-test.ts'
import { stripeProvider } from './provider.ts'

paymentProviderContractTests('Stripe, by a fake server', async () => {
  const { provider, store, simulate, posted } = await openStripe()
  return {
    provider,
    pay: async ({ paymentId }) => simulate.pay(paymentId),
    async webhook({ paymentId }) {
      const object = store.intents.get(paymentId) ?? {}
      return posted({ type: 'payment_intent.succeeded', object })
    },
  }
})

const testKey = process.env.STRIPE_TEST_KEY
const secret = 'whsec_of_this_run'

if (testKey?.startsWith('sk_test_')) {
  paymentProviderContractTests('Stripe, its own test mode', async () => {
    const client = new Stripe(testKey)
    const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const provider = stripeProvider({
      secretKey: testKey,
      publishableKey: 'pk_test_unused',
      webhookSecrets: [secret],
      currency: 'USD',
      clock: { now: () => new Date() },
      log: silentLog,
    })
    return {
      provider,
      async pay({ paymentId }) {
        const card = { payment_method: 'pm_card_visa', return_url: 'https://example.com/success' }
        await client.paymentIntents.confirm(paymentId, card)
      },
      async webhook({ paymentId }) {
        const object = await client.paymentIntents.retrieve(paymentId)
        return webhook({ type: 'payment_intent.succeeded', object }, { secret })
      },
    }
  })
} else {
  test.skip('Stripe in test mode: set STRIPE_TEST_KEY=sk_test_… to run the same tests there', () => undefined)
}

test('the key decides between test and live mode', async () => {
  for (const [secretKey, mode] of [
    ['sk_test_1', 'test'],
    ['rk_test_1', 'test'],
    ['sk_live_1', 'live'],
    ['rk_live_1', 'live'],
  ])
    expect((await openStripe({ secretKey })).provider.mode).toBe(mode)
})

test('the browser gets the publishable key and nothing else', async () => {
  const { provider } = await openStripe()

  expect(provider.paymentFormConfig()).toEqual({ kind: 'stripe', publishableKey: 'pk_test_double' })
})

test.each([[[]], [['']], [['whsec_1', '  ']]])(
  'webhook secrets %j are rejected at the start',
  async (webhookSecrets) => {
    await expect(openStripe({ webhookSecrets })).rejects.toThrow('a non-empty webhook secret')
  },
)

test.each(['ISK', 'KWD', 'XAU', 'constructor'])(
  '%s is rejected at the start, with the supported currencies',
  async (currency) => {
    await expect(openStripe({ currency })).rejects.toThrow(
      /cannot charge CURRENCY=\w+ through Stripe.*EUR.*USD/,
    )
  },
)

test.each([
  ['USD', 50, 99_999_999],
  ['GBP', 30, 99_999_999],
  ['JPY', 50, 99_999_999],
  ['HUF', 17_500, 99_999_999],
])('in %s a charge is from %d to %d', async (currency, min, max) => {
  const { provider } = await openStripe()

  expect(provider.chargeLimits(currency)).toEqual({ min, max })
})

test('without a price there are no subscriptions', async () => {
  expect((await openStripe({ proPrice: undefined })).provider.subscriptions).toBeUndefined()
  expect((await openStripe()).provider.subscriptions).toBeDefined()
})

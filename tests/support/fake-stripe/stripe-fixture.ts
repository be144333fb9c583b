import { type StripeOptions, stripeProvider } from '../../../server/adapters/stripe/provider.ts'
import { fakeStripeFixture } from './fake-stripe.ts'
import { webhook } from './webhooks.ts'

export const webhookSecret = 'whsec_double'

/** The Stripe adapter with the real SDK and a fake Stripe; its log is in `logged`. */
export async function openStripe(changes: Partial<StripeOptions> = {}) {
  const fake = await fakeStripeFixture({ secretKey: changes.secretKey })
  const logged: Array<{ facts: object; message: string }> = []
  const record = (facts: object, message: string) => void logged.push({ facts, message })
  const now = new Date('2030-01-02T12:00:00.000Z')
  const provider = stripeProvider({
    secretKey: fake.secretKey,
    publishableKey: 'pk_test_double',
    webhookSecrets: [webhookSecret],
    proPrice: 'price_pro',
    accounts: 'v1',
    currency: 'USD',
    clock: { now: () => now },
    log: { info: record, warn: record, error: record },
    api: fake.api,
    ...changes,
  })
  /** A Stripe webhook, as our endpoint gets it. */
  const posted = (event: Parameters<typeof webhook>[0], signing: { secret?: string; at?: Date } = {}) =>
    webhook(event, { secret: webhookSecret, at: now, ...signing })
  return { ...fake, provider, logged, now, posted }
}

import { onTestFinished } from 'vitest'
import { sandboxRoutes } from '../../server/adapters/sandbox/routes.ts'
import { stripeProvider } from '../../server/adapters/stripe/provider.ts'
import { buildApp } from '../../server/app.ts'
import { signWebhook } from '../support/fake-stripe/webhooks.ts'
import { createHttpClient } from '../support/test-app/http-client.ts'
import { createTestApp } from '../support/test-app.ts'
import type { StripeBackend } from './backends.ts'

const webhookSecret = 'whsec_of_stripe_check'
const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** A whole instance on Stripe, by the present time: accounts, items, buyers, jobs and signed webhooks. */
export async function openProduct(backend: StripeBackend, { proPrice }: { proPrice?: string } = {}) {
  const w = await createTestApp({ env: { REFUND_POLICY: 'unconditional' } })
  w.clock.advance(Date.now() - w.clock.now().getTime())
  const { secretKey, api } = backend
  w.ports.paymentProvider = stripeProvider({
    secretKey,
    publishableKey: 'pk_test_unused',
    webhookSecrets: [webhookSecret],
    currency: 'USD',
    ...(api && { api }),
    accounts: 'v1',
    ...(proPrice && { proPrice }),
    clock: w.clock,
    log: silentLog,
  })
  const { app } = await buildApp(w.ports, {
    renderer: { render: async () => ({ status: 200, html: '<p>A page</p>' }), locate: () => ({}) },
    version: '0.0.0',
    adapterRoutes: [(routes) => sandboxRoutes(routes, undefined)],
  })
  onTestFinished(() => app.close())
  const connect = w.ports.paymentProvider.connect
  if (!connect) throw new Error('Stripe supports connected accounts')
  return {
    w,
    connect,
    admin: createHttpClient(app),
    mara: createHttpClient(app),
    fan: createHttpClient(app),
    /** Delivers an event to the webhook's address. Stripe's own deliveries need a public one. */
    async deliver(event: object) {
      const { rawBody, headers } = signWebhook(JSON.stringify(event), {
        secret: webhookSecret,
        at: w.clock.now(),
      })
      const type = { 'content-type': 'application/json; charset=utf-8' }
      const response = await createHttpClient(app).send('POST', '/api/webhooks/stripe', {
        payload: rawBody,
        headers: { ...type, ...headers },
      })
      return response.statusCode
    },
  }
}

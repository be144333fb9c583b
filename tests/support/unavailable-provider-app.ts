import { eq } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { createPaymentIntent } from '../../contract/purchases.ts'
import { type ResilienceLimits, resilientProvider } from '../../server/adapters/resilient-provider.ts'
import type { Pace } from '../../server/adapters/stripe/pace.ts'
import { buildApp } from '../../server/app.ts'
import type { Database } from '../../server/db/database.ts'
import { alerts } from '../../server/db/schema/index.ts'
import { reportProviderUnavailable } from '../../server/features/site/instance/health.ts'
import type { PageRenderer } from '../../server/ports/page-renderer.ts'
import { openStripe } from './fake-stripe/stripe-fixture.ts'
import { createHttpClient } from './test-app/http-client.ts'
import { createTestApp } from './test-app.ts'

const renderer: PageRenderer = {
  render: async () => ({ status: 200, html: '<p>A page</p>' }),
  locate: () => ({}),
}

/** An instance with a fake Stripe and timeouts short enough for a test. */
export async function unavailableProviderFixture(
  limits: Partial<ResilienceLimits> = {},
  {
    attemptTimeoutMs = 500,
    maxRetries = 1,
    pace,
  }: { attemptTimeoutMs?: number; maxRetries?: number; pace?: (db: Database) => Pace } = {},
) {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishText({ price: '10.00' })
  const stripe = await openStripe({
    clock: w.clock,
    timeouts: { attemptTimeoutMs, maxRetries },
    ...(pace && { pace: pace(w.db) }),
  })
  const { payments, onOpen } = resilientProvider({
    forRequests: stripe.provider,
    log: w.ports.log,
    limits: {
      requestBudgetMs: 800,
      jobTimeoutMs: 800,
      pingTimeoutMs: 500,
      maxFailures: 100,
      ...limits,
    },
  })
  const ports = { ...w.ports, paymentProvider: payments }
  onOpen(() => void reportProviderUnavailable(ports))
  const { app } = await buildApp(ports, { renderer, version: '0.0.0' })
  onTestFinished(() => app.close())
  const signedIn = createHttpClient(app)
  for (const [name, value] of creator.cookies) signedIn.cookies.set(name, value)
  const unavailableAlerts = () => w.db.select().from(alerts).where(eq(alerts.kind, 'provider-unavailable'))
  const order = (fan = createHttpClient(app)) =>
    fan.call(createPaymentIntent, { body: { contentId: item.id, buyerEmail: 'fan@example.com' } })
  return {
    w,
    app,
    ports,
    item,
    stripe,
    creator: signedIn,
    fan: createHttpClient(app),
    order,
    unavailableAlerts,
  }
}

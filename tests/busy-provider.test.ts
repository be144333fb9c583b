import { expect, test } from 'vitest'
import { unavailableProviderFixture } from './support/unavailable-provider-app.ts'

const tooManyRequests = {
  status: 429,
  body: { error: { type: 'rate_limit_error', code: 'rate_limit', message: 'Too many requests' } },
}

test('a checkout that meets the rate limit of the provider is started once it is over', async () => {
  const s = await unavailableProviderFixture({ requestBudgetMs: 4_000 })
  for (let refusal = 0; refusal < 3; refusal++) s.stripe.fail('/v1/payment_intents', tooManyRequests)

  const { status } = await s.order()

  expect(status).toBe(200)
  expect(s.stripe.store.intents.size).toBe(1)
})

test('refusals by the rate limit close the provider to nobody, and raise no alert', async () => {
  const s = await unavailableProviderFixture({ maxFailures: 3, requestBudgetMs: 400 })
  for (let refusal = 0; refusal < 100; refusal++) s.stripe.fail('/v1/payment_intents', tooManyRequests)
  const refused = await Promise.all([s.order(), s.order(), s.order(), s.order(), s.order()])
  s.stripe.clearFaults()

  const next = await s.order()

  expect(refused.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
  expect(next.status).toBe(200)
  expect(s.ports.paymentProvider.isUnavailable?.()).toBe(false)
  expect(await s.unavailableAlerts()).toEqual([])
})

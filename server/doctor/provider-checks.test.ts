import { expect, test } from 'vitest'
import { openStripe } from '../../tests/support/fake-stripe/stripe-fixture.ts'
import { lineText } from './check.ts'
import { checkAccount } from './provider-checks.ts'

const config = { currency: 'USD', publicUrl: 'https://tips.example', proPriceSource: 'price_pro' }
const rejected = (status: number, code: string, message: string) => ({
  status,
  body: { error: { type: 'invalid_request_error', code, message } },
})

test('a key that Stripe does not know fails, and nothing else is asked', async () => {
  const { provider, fail, requests } = await openStripe()
  fail('/v1/balance', rejected(401, 'api_key_expired', 'Expired API Key provided'))

  const lines = (await checkAccount({ config, provider })).map(lineText)

  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(
    /^fail {2}card provider {5}stripe rejects the key \(.*Expired.*\)\n\s+→ Set STRIPE_SECRET_KEY/,
  )
  expect(requests).toHaveLength(1)
})

test('a restricted key that may not read the balance is known', async () => {
  const { provider, fail } = await openStripe()
  fail('/v1/balance', rejected(403, 'more_permissions_required', 'No'))

  const [first] = await checkAccount({ config, provider })

  expect(first).toEqual({ name: 'card provider', level: 'ok', detail: 'stripe knows the key, in test mode' })
})

test('the price of Pro, the endpoints and Connect have lines of their own, and nothing is made', async () => {
  const { provider, requests } = await openStripe()

  const lines = await checkAccount({ config, provider })

  expect(lines.map(({ name, level }) => `${level} ${name}`)).toEqual([
    'ok card provider',
    'ok price of Pro',
    'warn webhook endpoint',
    'ok connect',
    'ok card portal',
  ])
  expect(requests.every(({ method }) => method === 'GET')).toBe(true)
})

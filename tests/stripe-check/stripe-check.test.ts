import { test } from 'vitest'
import { fakeBackend, testModeBackend } from './backends.ts'
import { productChecks } from './checks.ts'

productChecks('the product, by a fake Stripe', fakeBackend, ['long'])

const testKey = process.env.STRIPE_TEST_KEY
if (testKey?.startsWith('sk_test_'))
  productChecks(
    'the product, on Stripe in test mode',
    async () => testModeBackend(testKey, process.env.STRIPE_TEST_ACCOUNT),
    [],
  )
else
  test.skip('the product, on Stripe in test mode: set STRIPE_TEST_KEY=sk_test_…, or run npm run stripe-check', () =>
    undefined)

import { expect, test } from 'vitest'
import { createFaultInjection } from '../adapters/sandbox/faults.ts'
import { readConfig } from '../config.ts'

test('SANDBOX_FAULTS accepts drop, duplicate, delay, shuffle and seed only', () => {
  const setting = 'drop=0.3, duplicate=0.3,delayMs=2000,shuffle=yes,seed=7'
  const errorOf = (env: Record<string, string>) => {
    try {
      readConfig(env)
      return ''
    } catch (error) {
      return String(error)
    }
  }

  expect(readConfig({ SANDBOX_FAULTS: setting }).sandboxFaults).toEqual({
    dropRate: 0.3,
    duplicateRate: 0.3,
    maxDelayMs: 2000,
    shuffle: 'yes',
    seed: 7,
  })
  for (const invalid of ['drop=2', 'drop', 'loose=1', 'shuffle=maybe', 'delayMs=-1', 'drop=0.3=4'])
    expect(errorOf({ SANDBOX_FAULTS: invalid }), invalid).toContain('SANDBOX_FAULTS must look like drop=0.3')
  expect(
    errorOf({
      SANDBOX_FAULTS: setting,
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
    }),
  ).toContain('It only works with the sandbox on your own machine')
})

test('the faults of SANDBOX_FAULTS are injected', () => {
  const { sandboxFaults } = readConfig({ SANDBOX_FAULTS: 'drop=0.5,seed=3' })

  const sent = createFaultInjection(sandboxFaults).perturb(Array.from({ length: 100 }, (_, i) => i))

  expect(sent.length).toBeGreaterThan(20)
  expect(sent.length).toBeLessThan(80)
})

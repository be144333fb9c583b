import { expect, test } from 'vitest'
import type { InstanceSettings } from '../../../../contract/instance-settings.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { requireSeller } from './bind-instance.ts'

const seller = { sellerName: 'Mara Ltd', sellerAddress: '1 High St', supportEmail: 'help@example.com' }

/** The ports of an instance whose provider has this mode and whose seller has these settings. */
async function portsWith(mode: 'test' | 'live', changes: Partial<InstanceSettings>) {
  const { ports } = await createTestApp()
  const settings = { ...ports.settings.current(), ...changes }
  return {
    paymentProvider: { ...ports.paymentProvider, mode },
    settings: { ...ports.settings, current: () => settings },
  }
}

test.each([
  [{ ...seller, sellerName: '' }, 'Set SELLER_NAME.'],
  [{ ...seller, sellerAddress: '', supportEmail: '' }, 'Set SELLER_ADDRESS and SUPPORT_EMAIL.'],
])('a live instance with the seller %o does not start', async (settings, message) => {
  const ports = await portsWith('live', settings)

  expect(() => requireSeller(ports)).toThrow(message)
})

test('a live instance with a seller and a support email starts, a test instance also without', async () => {
  const live = await portsWith('live', seller)
  const test = await portsWith('test', { sellerName: '', sellerAddress: '', supportEmail: '' })

  expect(() => requireSeller(live)).not.toThrow()
  expect(() => requireSeller(test)).not.toThrow()
})

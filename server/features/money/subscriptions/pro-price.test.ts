import { expect, test } from 'vitest'
import { getInstance } from '../../../../contract/instance.ts'
import { createSubscription, getSubscription } from '../../../../contract/subscriptions.ts'
import type { OfferedPrice } from '../../../../domain/pro-price.ts'
import { payForSubscription, upgradeToPro } from '../../../../tests/support/test-app/subscription-client.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { sandboxProvider } from '../../../adapters/sandbox/provider.ts'
import { ProviderRefusedError, ProviderUnavailableError } from '../../../ports/payment-provider.ts'
import type { SubscriptionCapability } from '../../../ports/subscriptions.ts'
import { readDueProPrice } from './pro-price.ts'

/** Makes the provider answer this for the price of Pro; nothing else changes. */
async function offers(w: TestApp, price: Partial<OfferedPrice> | Error) {
  const subscriptions = w.sandbox.subscriptions as SubscriptionCapability
  const offered = { amount: 9_900, currency: 'USD', interval: 'month', intervalCount: 1, isActive: true }
  w.ports.paymentProvider = {
    ...w.ports.paymentProvider,
    subscriptions: {
      ...subscriptions,
      getPrice: async () => {
        if (price instanceof Error) throw price
        return { ...offered, ...price }
      },
    },
  }
  w.clock.advance(3_600_000)
  await readDueProPrice(w.ports).catch(() => undefined)
}

async function openMessages(w: TestApp) {
  const open = (await w.probe.alerts()).filter(({ resolvedAt }) => resolvedAt === null)
  return open.map(({ message }) => message)
}

test('the price that is shown is the one that is charged, in the instance’s currency', async () => {
  const euro = await createTestApp({ env: { CURRENCY: 'EUR', SANDBOX_PRO_PRICE: '49.00' } })
  const mara = await euro.creator()
  const yen = await createTestApp({ env: { CURRENCY: 'JPY' } })

  const started = await payForSubscription(mara)

  expect((await mara.call(getInstance)).body).toMatchObject({ proPrice: '49.00', currency: 'EUR' })
  expect(started).toMatchObject({ amount: '49.00', currency: 'EUR' })
  expect((await upgradeToPro(await euro.creator('jonas@example.com'))).invoices).toMatchObject([
    { amount: '49.00', currency: 'EUR' },
  ])
  expect((await yen.visitor().call(getInstance)).body.proPrice).toBe('12000')
})

test('a currency whose worth is not known has no price until one is set', async () => {
  const w = await createTestApp({ env: { CURRENCY: 'KWD' } })
  const mara = await w.creator()

  expect((await mara.call(getInstance)).body.proPrice).toBeNull()
  expect((await mara.call(createSubscription)).status).toBe(404)
})

test('a price in another currency is not sold, with an alert that says why, until it is corrected', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await offers(w, { currency: 'EUR', amount: 4_900 })

  const refused = await mara.call(createSubscription)

  expect((await mara.call(getInstance)).body.proPrice).toBeNull()
  expect((await mara.call(getSubscription)).body.monthlyPrice).toBeNull()
  expect([refused.status, refused.body]).toMatchObject([
    404,
    { message: 'Pro isn’t available on this site right now.' },
  ])
  expect(await openMessages(w)).toEqual([
    'Pro isn’t sold at the price sandbox/9900: it is in EUR, and this site is in USD.',
  ])

  await offers(w, {})

  expect((await mara.call(getInstance)).body.proPrice).toBe('99.00')
  expect(await openMessages(w)).toEqual([])
})

test('a price that the provider does not know is not sold, and one that can’t be read now stays', async () => {
  const w = await createTestApp()
  const mara = await w.creator()

  await offers(w, new ProviderUnavailableError('down'))
  expect((await mara.call(getInstance)).body.proPrice).toBe('99.00')

  await offers(w, new ProviderRefusedError('No such price', { code: 'resource_missing' }))
  expect((await mara.call(getInstance)).body.proPrice).toBeNull()
  expect(await openMessages(w)).toEqual([
    'Pro isn’t sold at the price sandbox/9900: the card provider answered resource_missing (No such price).',
  ])
})

test('who has Pro keeps it, and sees what it costs, while it is not sold', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await upgradeToPro(mara)

  await offers(w, { isActive: false })

  expect((await mara.call(getSubscription)).body).toMatchObject({ plan: 'pro', monthlyPrice: '99.00' })
})

test('an unpaid attempt at an earlier price ends, and the next one charges today’s price', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const before = await mara.call(createSubscription)
  const { db, log, config, settings } = w.ports
  const secret = 'a secret of a sandbox'
  const dearer = sandboxProvider({ db, clock: w.clock, log, secret, currency: 'USD', proPrice: 14_900 })
  w.ports.paymentProvider = dearer
  w.ports.config = { ...config, proPriceSource: 'sandbox/14900' }
  w.ports.settings = { ...settings, proPriceAmount: () => 14_900 }

  const after = await mara.call(createSubscription)
  const again = await mara.call(createSubscription)

  expect(before.body.amount).toBe('99.00')
  expect(after.body.amount).toBe('149.00')
  expect(again.body.clientSecret).toBe(after.body.clientSecret)
  expect((await upgradeToPro(mara)).invoices).toMatchObject([{ amount: '149.00' }])
})

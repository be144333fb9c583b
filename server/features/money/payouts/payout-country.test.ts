import { expect, test } from 'vitest'
import { updateInstanceSettings } from '../../../../contract/instance-settings.ts'
import { getConnectStatus, setPayoutCountry, startConnectOnboarding } from '../../../../contract/payouts.ts'
import { completeSandboxOnboarding } from '../../../../contract/sandbox.ts'
import { connectedAccountFixture } from '../../../../tests/support/connected-account-fixture.ts'
import { type CreatorClient, createTestApp } from '../../../../tests/support/test-app.ts'
import { sandboxAccounts } from '../../../adapters/sandbox/schema.ts'

const sandbox = { params: { provider: 'sandbox' } }

async function fixture(env: Record<string, string> = {}) {
  const w = await createTestApp({ env })
  const mara = await w.creator()
  return {
    w,
    mara,
    livesIn: (country: string) => mara.call(setPayoutCountry, { body: { country } }),
    accounts: () => w.db.select().from(sandboxAccounts),
  }
}

async function startOnboarding(creator: CreatorClient) {
  return String((await creator.call(startConnectOnboarding, sandbox)).headers.location)
}

test('without a country there is no account, and our own page asks for it', async () => {
  const { mara, accounts } = await fixture()

  expect(await startOnboarding(mara)).toBe('/connect')
  expect(await accounts()).toEqual([])
})

test('the account is created with the country, and the status says how its bank is paid', async () => {
  const { mara, livesIn, accounts } = await fixture()

  const saved = await livesIn('DE')
  const onboarding = await startOnboarding(mara)

  expect(saved.body).toMatchObject({ country: 'DE', hasTransfers: true })
  expect(onboarding).toMatch(/^\/sandbox\/onboarding/)
  expect(await accounts()).toMatchObject([{ country: 'DE' }])
  expect((await mara.call(getConnectStatus)).body).toMatchObject({ currency: 'USD', payoutCurrency: 'EUR' })
})

test('a creator of a country without transfers gets no account', async () => {
  const { mara, livesIn, accounts } = await fixture()

  expect((await livesIn('BR')).body).toMatchObject({ country: 'BR', hasTransfers: false })
  expect(await startOnboarding(mara)).toBe('/connect')
  expect(await accounts()).toEqual([])
})

test('the platform’s country decides about transfers, and defaults to the seller’s', async () => {
  const { livesIn } = await fixture({ PLATFORM_COUNTRY: 'BR' })
  const other = await fixture({ SELLER_COUNTRY: 'JP' })

  expect((await livesIn('US')).body).toMatchObject({ hasTransfers: false })
  expect((await livesIn('BR')).body).toMatchObject({ hasTransfers: true })
  expect((await other.livesIn('JP')).body).toMatchObject({ hasTransfers: true })
})

test('an admin changes the platform’s country while the site runs', async () => {
  const { w, livesIn } = await fixture()
  const admin = await w.creator('admin@example.com')

  await admin.call(updateInstanceSettings, { body: { platformCountry: 'BR' } })

  expect((await livesIn('BR')).body).toMatchObject({ hasTransfers: true })
})

test('the country can be changed until the account has details, which gives up the empty account', async () => {
  const { mara, livesIn, accounts } = await fixture()
  await livesIn('DE')
  await startOnboarding(mara)

  const changed = await livesIn('FR')
  const location = await startOnboarding(mara)
  const token = new URL(location, 'http://x').searchParams.get('token')
  await mara.call(completeSandboxOnboarding, { body: { token, outcome: 'complete' } })
  const refused = await livesIn('DE')

  expect(changed.status).toBe(200)
  expect((await accounts()).map(({ country }) => country).toSorted()).toEqual(['DE', 'FR'])
  expect(refused).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('set up for France with the payment provider') },
  })
})

test('an unknown country is rejected with a sentence', async () => {
  const { livesIn } = await fixture()

  expect(await livesIn('XX')).toMatchObject({
    status: 400,
    body: { fields: { country: 'Choose a country' } },
  })
})

test('a disconnected creator connects another account', async () => {
  const { w, mara, restricts } = await connectedAccountFixture()
  await restricts('disconnected')
  const disconnected = (await mara.call(getConnectStatus)).body

  const location = await startOnboarding(mara)
  const token = new URL(location, 'http://x').searchParams.get('token')
  await mara.call(completeSandboxOnboarding, { body: { token, outcome: 'complete' } })

  expect(disconnected).toMatchObject({ payouts_enabled: false, restriction: 'disconnected' })
  expect((await mara.call(getConnectStatus)).body).toMatchObject({ payouts_enabled: true, restriction: null })
  expect(await w.db.select().from(sandboxAccounts)).toHaveLength(2)
})

test('the provider’s webhook restricts an account and makes it complete again', async () => {
  const { w, mara, processes } = await connectedAccountFixture()
  await mara.sells('100.00')
  const [account] = await w.db.select().from(sandboxAccounts)
  const id = String(account?.id)

  await w.sandbox.simulate.restrictAccount(id, 'transfers_inactive')
  await w.deliverWebhooks()
  const skipped = await processes()
  await w.sandbox.simulate.restrictAccount(id, null)
  await w.deliverWebhooks()
  const paid = await processes()

  expect(skipped).toMatchObject({ paidCount: 0, skipped: [{ reason: 'payout_method_missing' }] })
  expect(paid).toMatchObject({ paidCount: 1, amount: '80.00' })
})

import { expect, test } from 'vitest'
import { balanceOf, due } from '../../../tests/support/fake-stripe/accounts-v2.ts'
import { openStripe } from '../../../tests/support/fake-stripe/stripe-fixture.ts'
import { signWebhook } from '../../../tests/support/fake-stripe/webhooks.ts'
import { InvalidSignatureError } from '../../ports/payment-provider.ts'

const mara = { userId: '5', email: 'mara@example.com', country: 'US' }
const urls = { returnUrl: 'https://tips.example/payouts', refreshUrl: 'https://tips.example/payouts/again' }

async function opened(accounts: 'v1' | 'v2' = 'v2') {
  const { provider, ...stripe } = await openStripe({ accounts })
  const { connect } = provider
  if (!connect) throw new Error('Stripe supports connected accounts')
  const { accountId } = await connect.createAccount(mara, 'acct:5')
  const stored = () => stripe.store.recipients.get(accountId)
  const read = () => connect.getAccount(accountId)
  /** The creator finishes Stripe's onboarding; its capabilities then have this state. */
  const onboards = (...[status, code]: Parameters<typeof balanceOf>) =>
    Object.assign(stored() ?? {}, {
      identity: { country: 'US', attestations: { terms_of_service: { account: { date: '2030-01-02' } } } },
      configuration: {
        recipient: { applied: true, capabilities: { stripe_balance: balanceOf(status, code) } },
      },
      requirements: { entries: [] },
    })
  return { ...stripe, provider, connect, accountId, stored, read, onboards }
}

test('a new account is a recipient whose fees and losses are the platform’s', async () => {
  const { stored, requests } = await opened()

  expect(stored()).toMatchObject({
    contact_email: 'mara@example.com',
    dashboard: 'express',
    identity: { country: 'US' },
    defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
    metadata: { user: '5' },
  })
  const [created] = requests
  expect(JSON.parse(created?.body ?? '')).toMatchObject({
    configuration: {
      recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
    },
  })
})

test('the same key makes no second account, and another email address or country gets another key', async () => {
  const { connect, accountId, store } = await opened()

  expect(await connect.createAccount(mara, 'acct:5')).toEqual({ accountId })
  await connect.createAccount({ ...mara, email: 'mara@new.example' }, 'acct:5')
  await connect.createAccount({ ...mara, country: 'DE' }, 'acct:5')

  expect(store.recipients.size).toBe(3)
})

test('before onboarding the account says what Stripe requires, and its link leads there', async () => {
  const { connect, read, accountId } = await opened()

  expect(await read()).toEqual({
    accountId,
    detailsSubmitted: false,
    payoutsEnabled: false,
    requirementsDue: 'identity.individual.given_name, external_account',
    payoutCurrency: 'USD',
  })
  expect((await connect.createOnboardingLink(accountId, urls)).url).toContain(urls.returnUrl)
})

test('after onboarding it is paid when transfers and its bank are active', async () => {
  const { read, onboards } = await opened()

  onboards('active')

  expect(await read()).toMatchObject({ detailsSubmitted: true, payoutsEnabled: true })
  expect(await read()).not.toHaveProperty('restriction')
})

test.each([
  ['pending', 'requirements_pending_verification', [], 'in_review'],
  ['restricted', 'requirements_past_due', [], 'details_missing'],
  ['restricted', 'requirements_past_due', ['identity.individual.id_number'], 'details_missing'],
  ['restricted', 'requirements_past_due', ['external_account'], 'bank_account_missing'],
  ['rejected', 'rejected_fraud', [], 'rejected'],
  ['unsupported', undefined, [], 'details_missing'],
] as const)('%s because of %s with %o due is %s', async (status, code, entries, restriction) => {
  const { read, onboards, stored } = await opened()
  onboards(status, code)
  Object.assign(stored() ?? {}, { requirements: { entries: entries.map(due) } })

  expect(await read()).toMatchObject({ detailsSubmitted: true, payoutsEnabled: false, restriction })
})

test('a closed account is disconnected', async () => {
  const { read, stored } = await opened()
  Object.assign(stored() ?? {}, { closed: true })

  expect(await read()).toMatchObject({ restriction: 'disconnected', payoutsEnabled: false })
})

test('an account of the earlier API is read and linked by it', async () => {
  const { provider, store, simulate } = await opened()
  const { connect } = provider
  const earlier = { ...[...(await opened('v1')).store.accounts.values()][0], id: 'acct_earlier' }
  store.accounts.set('acct_earlier', earlier as never)
  simulate.finishOnboarding('acct_earlier')

  expect(await connect?.getAccount('acct_earlier')).toMatchObject({ payoutsEnabled: true })
  expect((await connect?.createOnboardingLink('acct_earlier', urls))?.url).toContain('connect.stripe.example')
})

test('a refusal is told with Stripe’s code', async () => {
  const { connect, fail } = await opened()
  fail('/v2/core/accounts', {
    status: 400,
    body: { error: { type: 'invalid_request_error', code: 'platform_registration_required', message: 'No' } },
  })

  await expect(connect.createAccount({ ...mara, userId: '6' }, 'acct:6')).rejects.toMatchObject({
    name: 'ProviderRefusedError',
    code: 'platform_registration_required',
  })
})

test('a signed event of Accounts v2 refers to its account, and only to that', async () => {
  const { provider, now } = await opened()
  const read = (type: string, changes: object = {}, secret = 'whsec_double') => {
    const event = {
      id: 'evt_1',
      object: 'v2.core.event',
      type,
      livemode: false,
      created: '2030-01-02T12:00:00.000Z',
      related_object: { id: 'acct_1', type: 'v2.core.account', url: '/v2/core/accounts/acct_1' },
      ...changes,
    }
    const { rawBody, headers } = signWebhook(JSON.stringify(event), { secret, at: now })
    return provider.parseWebhook(rawBody, headers)
  }
  const toAccount = [{ eventId: 'evt_1', objectType: 'account', objectId: 'acct_1' }]

  expect(await read('v2.core.account[requirements].updated')).toEqual(toAccount)
  expect(await read('v2.core.account[configuration.recipient].capability_status_updated')).toEqual(toAccount)
  expect(await read('v2.core.account.closed')).toEqual(toAccount)
  expect(await read('v2.core.account_person.updated')).toEqual([])
  await expect(read('v2.core.account.closed', { livemode: true })).rejects.toThrow(InvalidSignatureError)
  await expect(read('v2.core.account.closed', {}, 'whsec_other')).rejects.toThrow(InvalidSignatureError)
})

test('the doctor reads endpoints, Connect and the portal, and creates nothing', async () => {
  const { provider, store, requests, fail } = await opened()
  const address = 'https://tips.example/api/webhooks/stripe'
  const before = requests.length
  const missing = await provider.inspect?.(address)
  store.webhookEndpoints.set('we_1', {
    id: 'we_1',
    object: 'webhook_endpoint',
    url: address,
    status: 'enabled',
    enabled_events: ['payment_intent.succeeded'],
  })
  store.portal.changesCards = false
  fail('/v2/core/accounts', {
    status: 400,
    body: { error: { type: 'invalid_request_error', code: 'connect_not_enabled', message: 'Sign up' } },
  })
  const partly = await provider.inspect?.(address)
  Object.assign(store.webhookEndpoints.get('we_1') ?? {}, { enabled_events: ['*'] })
  store.portal.changesCards = true
  const good = await provider.inspect?.(address)

  expect(missing?.[0]).toMatchObject({ detail: `No webhook endpoint has the address ${address}` })
  expect(partly?.map(({ fix }) => typeof fix)).toEqual(['string', 'string', 'string'])
  expect(partly?.[0]?.detail).toMatch(
    /^https:\/\/tips\.example\/api\/webhooks\/stripe misses payment_intent\.payment_failed/,
  )
  expect(partly?.[1]?.detail).toContain('connect_not_enabled')
  expect(good?.every(({ fix }) => fix === undefined)).toBe(true)
  expect(requests.slice(before).every(({ method }) => method === 'GET')).toBe(true)
})

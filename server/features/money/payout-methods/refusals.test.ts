import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import {
  createDashboardLink,
  setPayoutCountry,
  startConnectOnboarding,
} from '../../../../contract/payouts.ts'
import { createSubscription } from '../../../../contract/subscriptions.ts'
import { openStripe } from '../../../../tests/support/fake-stripe/stripe-fixture.ts'
import { createHttpClient } from '../../../../tests/support/test-app/http-client.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { buildApp } from '../../../app.ts'
import { alerts } from '../../../db/schema/index.ts'
import type { PageRenderer } from '../../../ports/page-renderer.ts'

const renderer: PageRenderer = {
  render: async () => ({ status: 200, html: '<p>A page</p>' }),
  locate: () => ({}),
}
const stripe = { params: { provider: 'stripe' } }
const refusal = (changes: object = {}) => ({
  status: 400,
  body: {
    error: {
      type: 'invalid_request_error',
      code: 'platform_profile_incomplete',
      message: 'You must complete your platform profile.',
      ...changes,
    },
  },
})

/** A creator of an instance whose card provider is a fake Stripe. */
async function creatorAtStripe() {
  const w = await createTestApp()
  const fake = await openStripe({ clock: w.clock })
  const ports = { ...w.ports, paymentProvider: fake.provider }
  const { app } = await buildApp(ports, { renderer, version: '0.0.0' })
  onTestFinished(() => app.close())
  const mara = await w.signsIn(createHttpClient(app), 'mara@example.com')
  await mara.call(setPayoutCountry, { body: { country: 'US' } })
  const opened = async () => {
    const rows = await w.db.select().from(alerts).where(eq(alerts.kind, 'provider-refused'))
    return rows.map(({ target, message, resolvedAt }) => ({ target, message, isOpen: resolvedAt === null }))
  }
  const onboard = async () => (await mara.call(startConnectOnboarding, stripe)).headers.location
  return { ...fake, mara, opened, onboard }
}

test('a bank account that the provider refuses leads to a page that says so, and the operator reads the code', async () => {
  const { fail, mara, onboard, opened } = await creatorAtStripe()
  fail('/v1/accounts', refusal())

  expect(await onboard()).toBe('/connect?refused=true')

  expect(await opened()).toEqual([
    {
      target: `creator/${mara.id}`,
      message: 'A bank account: platform_profile_incomplete. You must complete your platform profile.',
      isOpen: true,
    },
  ])
})

test('once the operator has changed it, the next attempt is a new one and resolves the alert', async () => {
  const { fail, clearFaults, onboard, opened, store } = await creatorAtStripe()
  fail('/v1/accounts', refusal())
  await onboard()
  clearFaults()

  expect(await onboard()).toMatch(/^https:/)

  expect(store.accounts.size).toBe(1)
  expect(await opened()).toMatchObject([{ isOpen: false }])
})

test('a refused link keeps the account, and is asked for again', async () => {
  const { fail, clearFaults, onboard, store } = await creatorAtStripe()
  fail('/v1/account_links', refusal())
  expect(await onboard()).toBe('/connect?refused=true')
  clearFaults()

  expect(await onboard()).toMatch(/^https:/)
  expect(store.accounts.size).toBe(1)
})

test('a refused link to the dashboard is a sentence', async () => {
  const { fail, mara, onboard, simulate, store } = await creatorAtStripe()
  await onboard()
  const [accountId = ''] = store.accounts.keys()
  simulate.finishOnboarding(accountId)
  fail(`/v1/accounts/${accountId}/login_links`, refusal())

  expect(await mara.call(createDashboardLink, stripe)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/^The card provider refused this\. We’ve told the operator/) },
  })
})

test.each(['/v1/customers', '/v1/subscriptions'])(
  'Pro that is refused at %s is a sentence, and works afterwards',
  async (path) => {
    const { fail, clearFaults, mara, opened } = await creatorAtStripe()
    fail(path, refusal())

    expect(await mara.call(createSubscription)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/Your plan hasn’t changed\.$/) },
    })
    expect(await opened()).toMatchObject([
      { message: expect.stringMatching(/^A subscription to Pro: platform_/), isOpen: true },
    ])
    clearFaults()

    expect((await mara.call(createSubscription)).status).toBe(200)
    expect(await opened()).toMatchObject([{ isOpen: false }])
  },
)

test('a customer that the provider does not have any more is made again', async () => {
  const { fail, clearFaults, mara, store } = await creatorAtStripe()
  fail('/v1/subscriptions', refusal({ code: 'resource_missing', message: 'No such customer' }))
  expect((await mara.call(createSubscription)).status).toBe(409)
  clearFaults()

  expect((await mara.call(createSubscription)).status).toBe(200)
  expect(store.customers.size).toBe(2)
})

test('an attempt without an answer is repeated with its key, and one that was refused has another', async () => {
  const { fail, onboard, requests } = await creatorAtStripe()
  // The SDK repeats a call that was not answered once itself.
  for (let i = 0; i < 2; i++)
    fail('/v1/accounts', { status: 500, body: { error: { type: 'api_error', message: 'Oops' } } })
  expect(await onboard()).toBe('/connect?unavailable=true')
  fail('/v1/accounts', refusal())
  expect(await onboard()).toBe('/connect?refused=true')
  await onboard()

  const keys = requests.filter(({ path }) => path === '/v1/accounts').map(({ key }) => key)
  const [first = ''] = keys
  // The hash of what is asked for stands at the end.
  expect(keys).toEqual([first, first, first, first.replace(/:(?=[^:]+$)/, ':attempt-2:')])
})

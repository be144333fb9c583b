import { expect, test } from 'vitest'
import { getUser } from '../../../../contract/accounts.ts'
import { listAuditLog } from '../../../../contract/admin-overview.ts'
import { listPayouts, markPayoutReturned } from '../../../../contract/payout-runs.ts'
import {
  createDashboardLink,
  getConnectStatus,
  setPayoutCountry,
  startConnectOnboarding,
} from '../../../../contract/payouts.ts'
import { completeSandboxOnboarding } from '../../../../contract/sandbox.ts'
import { connectedAccountFixture } from '../../../../tests/support/connected-account-fixture.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { users } from '../../../db/schema/index.ts'
import { TransferFailedError } from '../../../ports/connect.ts'

const sandbox = { params: { provider: 'sandbox' } }

/** Starts onboarding and completes it with this outcome. */
async function onboardingFixture(outcome: 'complete' | 'leave' | 'restricted') {
  const w = await createTestApp()
  const mara = await w.creator()
  await mara.call(setPayoutCountry, { body: { country: 'US' } })
  const started = await mara.call(startConnectOnboarding, sandbox)
  const address = new URL(String(started.headers.location), w.ports.config.publicUrl)
  const token = address.searchParams.get('token')
  const { body } = await mara.call(completeSandboxOnboarding, { body: { token, outcome } })
  return { w, mara, started, returnUrl: body.url }
}

test('a link from another site creates no account and opens our own page', async () => {
  const w = await createTestApp()
  const mara = await w.creator()

  const { headers } = await mara.call(startConnectOnboarding, {
    ...sandbox,
    headers: { 'sec-fetch-site': 'cross-site' },
  })

  expect(headers.location).toBe('/connect')
  expect((await w.db.select({ account: users.providerAccountId }).from(users))[0]?.account).toBeNull()
})

test('before onboarding there is no account and no dashboard', async () => {
  const w = await createTestApp()
  const mara = await w.creator()

  expect((await mara.call(getConnectStatus)).body).toEqual({
    provider: 'sandbox',
    details_submitted: false,
    payouts_enabled: false,
    requirementsDue: null,
    country: null,
    hasTransfers: false,
    restriction: null,
    currency: 'USD',
    payoutCurrency: null,
  })
  expect((await mara.call(createDashboardLink, sandbox)).status).toBe(409)
})

test('onboarding redirects to the provider and back to its return page', async () => {
  const { mara, started, returnUrl, w } = await onboardingFixture('complete')

  expect(started.status).toBe(302)
  expect(returnUrl).toBe(`${w.ports.config.publicUrl}/connect?connected=true`)
  expect((await mara.call(getConnectStatus)).body).toMatchObject({
    details_submitted: true,
    payouts_enabled: true,
    requirementsDue: null,
  })
  expect((await mara.call(getUser)).body.payoutEnabled).toBe(true)
  expect((await mara.call(createDashboardLink, sandbox)).body).toEqual({ url: '/sandbox/account' })
})

test('an incomplete account is not submitted, a restricted one lists its requirements, and neither is paid', async () => {
  const incomplete = await onboardingFixture('leave')
  const restricted = await onboardingFixture('restricted')

  expect((await incomplete.mara.call(getConnectStatus)).body).toMatchObject({ details_submitted: false })
  expect((await restricted.mara.call(getConnectStatus)).body).toMatchObject({
    details_submitted: true,
    payouts_enabled: false,
    requirementsDue: 'A copy of your identity document is missing.',
  })
  expect((await restricted.mara.call(getUser)).body.payoutEnabled).toBe(false)
})

test('starting onboarding twice uses the same account', async () => {
  const { mara, w } = await onboardingFixture('complete')

  await mara.call(startConnectOnboarding, sandbox)

  const { state } = await w.sandbox.onboarding.account(mara.id)
  expect(state).toBe('complete')
})

test('the provider’s webhook alone completes onboarding', async () => {
  const { mara, w } = await onboardingFixture('complete')

  await w.deliverWebhooks()
  await w.runJobs()

  expect((await mara.call(getUser)).body.payoutEnabled).toBe(true)
  expect((await w.mailbox.list()).map(({ subject }) => subject)).toContain('Your payout method was changed')
})

test('without a recent sign-in, onboarding asks for one first', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await w.probe.backdateSessions(w.clock.now(), 11 * 60_000)

  const { headers } = await mara.call(startConnectOnboarding, sandbox)

  expect(headers.location).toBe('/connect?reauthenticate=true')
})

test('a signed-out browser signs in first, and a signed-out call is unauthorized', async () => {
  const w = await createTestApp()
  const stranger = w.visitor()

  const page = await stranger.call(startConnectOnboarding, {
    ...sandbox,
    headers: { accept: 'text/html,*/*' },
  })
  const call = await stranger.call(startConnectOnboarding, sandbox)

  expect([page.status, page.headers.location]).toEqual([302, '/api/login?returnTo=%2Fconnect'])
  expect(call.status).toBe(401)
})

test('another provider’s routes are not found', async () => {
  const w = await createTestApp()
  const mara = await w.creator()

  expect((await mara.call(startConnectOnboarding, { params: { provider: 'stripe' } })).status).toBe(404)
  expect((await mara.call(createDashboardLink, { params: { provider: 'stripe' } })).status).toBe(404)
})

test('the admin reverses a transfer', async () => {
  const { w, mara, admin, processes, payouts } = await connectedAccountFixture()
  await mara.sells('100.00')
  await processes()
  const [paid] = await payouts()

  const { body } = await admin.call(markPayoutReturned, {
    params: { id: paid?.id },
    body: { notes: 'Paid in error.' },
  })

  expect(body).toMatchObject({ state: 'returned', notes: 'Paid in error.' })
  expect((await w.sandbox.onboarding.account(mara.id)).transfers).toMatchObject([{ state: 'reversed' }])
  expect(await mara.earnings()).toMatchObject({ availableBalance: 80 })
})

test('a reversal that was rejected is asked for again with another key', async () => {
  const { w, mara, admin, processes, payouts } = await connectedAccountFixture()
  await mara.sells('100.00')
  await processes()
  const [paid] = await payouts()
  const { reverseTransfer } = w.sandbox.connect
  const keys: Array<string> = []
  w.sandbox.connect.reverseTransfer = async (id, key) => {
    keys.push(key)
    if (keys.length === 1) throw new TransferFailedError('The account is empty.')
    return reverseTransfer(id, key)
  }
  const returns = () =>
    admin.call(markPayoutReturned, { params: { id: paid?.id }, body: { notes: 'Paid in error.' } })

  const rejected = await returns()
  const done = await returns()

  expect([rejected.status, done.status]).toEqual([409, 200])
  expect(keys).toEqual([`reverse:${paid?.id}`, `reverse:${paid?.id}:1`])
})

test('a reversal is in the audit log even when the process ends before its answer', async () => {
  const { w, mara, admin, processes, payouts } = await connectedAccountFixture()
  await mara.sells('100.00')
  await processes()
  const [paid] = await payouts()
  const { reverseTransfer } = w.sandbox.connect
  w.sandbox.connect.reverseTransfer = async (...call) => {
    await reverseTransfer(...call)
    throw new Error('the process ended')
  }

  await admin.call(markPayoutReturned, { params: { id: paid?.id }, body: { notes: 'Paid in error.' } })

  expect((await w.sandbox.onboarding.account(mara.id)).transfers).toMatchObject([{ state: 'reversed' }])
  expect((await admin.call(listAuditLog)).body.entries[0]).toMatchObject({
    action: 'markPayoutReturned',
    target: `payout/${paid?.id}`,
    newValues: { notes: 'Paid in error.' },
  })
})

test('a transfer that is unresolved for a day raises an alert and is never repeated', async () => {
  const { w, mara, admin, processes, payouts } = await connectedAccountFixture()
  await mara.sells('100.00')
  const { createTransfer } = w.sandbox.connect
  let callCount = 0
  w.sandbox.connect.createTransfer = async () => {
    callCount += 1
    throw new Error('no response')
  }
  await expect(processes()).rejects.toThrow('no response')
  w.clock.advance(24 * 3_600_000)
  await w.runPeriodicTasks()
  w.sandbox.connect.createTransfer = createTransfer
  await w.runPeriodicTasks()

  expect(callCount).toBe(1)
  expect(await payouts()).toMatchObject([{ state: 'processing' }])
  expect((await w.probe.alerts()).map(({ kind }) => kind)).toEqual(['transfer-lost'])
  expect((await admin.call(listPayouts)).body.payouts).toMatchObject([
    { canBePaid: true, canBeReturned: true },
  ])
})

import { expect, test } from 'vitest'
import { getUser } from '../../../../contract/accounts.ts'
import { changeCard } from '../../../../contract/pro-plan.ts'
import { changeSandboxCard, confirmSandboxRenewal } from '../../../../contract/sandbox.ts'
import {
  cancelSubscription,
  createSubscription,
  getSubscription,
  refreshSubscription,
  resumeSubscription,
} from '../../../../contract/subscriptions.ts'
import { payForSubscription, upgradeToPro } from '../../../../tests/support/test-app/subscription-client.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

const dayMs = 24 * 3_600_000

async function proEmails(w: TestApp) {
  await w.runJobs()
  return (await w.mailbox.list()).map(({ subject }) => subject).filter((subject) => subject.includes('Pro'))
}

test('starting Pro again before paying returns the same payment, also concurrently', async () => {
  const w = await createTestApp()
  const mara = await w.creator()

  const [first, second] = await Promise.all([mara.call(createSubscription), mara.call(createSubscription)])
  const third = await mara.call(createSubscription)

  expect([first.status, second.status, third.status]).toEqual([200, 200, 200])
  expect(new Set([first.body.clientSecret, second.body.clientSecret, third.body.clientSecret]).size).toBe(1)
  expect(third.body).toMatchObject({ amount: '99.00', currency: 'USD', provider: { kind: 'sandbox' } })
  expect((await mara.call(getSubscription)).body).toMatchObject({
    plan: 'creator',
    state: 'none',
    invoices: [],
  })
})

test('a paid subscription becomes Pro by the webhook alone and sends one email', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await payForSubscription(mara)

  await w.deliverWebhooks()
  await w.deliverWebhooks()

  const { body } = await mara.call(getSubscription)
  expect(body).toMatchObject({ plan: 'pro', state: 'active', cancelAtPeriodEnd: false })
  expect(body.invoices).toMatchObject([{ amount: '99.00' }])
  expect((await mara.call(getUser)).body.plan).toBe('pro')
  expect(await proEmails(w)).toEqual(['Welcome to Pro'])
})

test('without page and webhook, the sweep makes a paid subscription Pro', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await payForSubscription(mara)

  w.clock.advance(125_000)
  await w.runPeriodicTasks()

  expect((await mara.call(getSubscription)).body.plan).toBe('pro')
})

test('eight concurrent syncs book one invoice', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await payForSubscription(mara)

  await Promise.all(Array.from({ length: 8 }, () => mara.call(refreshSubscription)))

  expect((await mara.call(getSubscription)).body.invoices).toHaveLength(1)
  expect(await w.probe.balance('platform_revenue')).toBe(9900)
  expect(await w.probe.sum()).toBe(0)
})

test('a declined card does not give Pro, and another card can be tried', async () => {
  const w = await createTestApp()
  const mara = await w.creator()

  const { outcome } = await payForSubscription(mara, 'declined')
  const declined = await mara.call(refreshSubscription)
  const { plan } = await upgradeToPro(mara)

  expect(outcome).toMatchObject({ status: 'failed', code: 'declined' })
  expect(declined.body.plan).toBe('creator')
  expect(plan).toBe('pro')
})

test('a Pro user cannot start it again', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await upgradeToPro(mara)

  const again = await mara.call(createSubscription)

  expect([again.status, again.body]).toMatchObject([409, { message: 'You’re already on Pro.' }])
})

test('a creator on Pro pays no fee on sales, and renewals are booked each month', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await upgradeToPro(mara)
  const item = await mara.publishText({ price: '10.00' })

  await w.visitor().purchase(item.id)
  await w.sandbox.simulate.advanceClock(31)
  const { body } = await mara.call(refreshSubscription)

  expect(body.invoices).toHaveLength(2)
  expect(await w.probe.balance(`creator_balance/${mara.id}`)).toBe(1000)
  expect(await w.probe.balance('platform_revenue')).toBe(19_800)
})

test('a failed renewal sends an email, keeps Pro for the grace period, and then ends it', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await upgradeToPro(mara, 'renewal_fails')

  await w.sandbox.simulate.advanceClock(31)
  const failed = (await mara.call(refreshSubscription)).body
  await w.sandbox.simulate.advanceClock(10)
  const ended = (await mara.call(refreshSubscription)).body

  expect(failed).toMatchObject({ plan: 'pro', state: 'past_due', gracePeriodEndsAt: expect.any(String) })
  expect(ended).toMatchObject({ plan: 'creator', state: 'canceled' })
  expect((await proEmails(w)).toSorted()).toEqual([
    'Pro has ended',
    'Welcome to Pro',
    'Your Pro payment didn’t go through',
  ])
})

test('a renewal that needs 3-D Secure emails a link, and its confirmation continues Pro', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const jonas = await w.creator('jonas@example.com')
  await upgradeToPro(mara, 'renewal_authenticate')
  await w.sandbox.simulate.advanceClock(31)
  await w.deliverWebhooks()
  await w.runJobs()
  const needed = (await mara.call(getSubscription)).body
  const params = { id: needed.confirmationUrl?.split('/').at(-1) ?? '' }

  const foreign = await jonas.call(confirmSandboxRenewal, { params, body: { outcome: 'complete' } })
  const failed = await mara.call(confirmSandboxRenewal, { params, body: { outcome: 'fail' } })
  const done = await mara.call(confirmSandboxRenewal, { params, body: { outcome: 'complete' } })
  const again = await mara.call(confirmSandboxRenewal, { params, body: { outcome: 'complete' } })
  const renewed = (await mara.call(refreshSubscription)).body

  expect(needed).toMatchObject({ plan: 'pro', state: 'past_due' })
  expect([foreign.status, failed.status, done.status, again.status]).toEqual([404, 409, 200, 409])
  expect(renewed).toMatchObject({ plan: 'pro', state: 'active', confirmationUrl: null })
  expect(renewed.invoices).toHaveLength(2)
  expect((await proEmails(w)).toSorted()).toEqual([
    'Confirm your Pro payment',
    'Welcome to Pro',
    'Your Pro payment went through',
  ])
  const email = (await w.mailbox.list()).find(({ subject }) => subject === 'Confirm your Pro payment')
  expect((await w.mailbox.read(email?.id ?? ''))?.text).toContain(
    `http://localhost:3000${needed.confirmationUrl}`,
  )
})

test('a declined renewal is paid with another card at any time, from the plan and from the email', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const jonas = await w.creator('jonas@example.com')
  await upgradeToPro(mara, 'renewal_fails')
  await w.sandbox.simulate.advanceClock(31)
  const unpaid = (await mara.call(refreshSubscription)).body
  await w.runJobs()
  const email = (await w.mailbox.list()).find(({ subject }) => subject.includes('didn’t go through'))
  const params = { id: unpaid.paymentUrl?.split(/[/?]/).at(-2) ?? '' }

  const foreign = await jonas.call(changeSandboxCard, { params, body: { card: 'paid' } })
  const declined = await mara.call(changeSandboxCard, { params, body: { card: 'declined' } })
  const paid = await mara.call(changeSandboxCard, { params, body: { card: 'paid' } })
  const renewed = (await mara.call(refreshSubscription)).body

  expect(unpaid).toMatchObject({
    state: 'past_due',
    paymentUrl: expect.stringMatching(/\/sandbox\/renewals\/\w+\?card$/),
  })
  expect((await w.mailbox.read(email?.id ?? ''))?.text).toContain(
    `Pay with another card: http://localhost:3000${unpaid.paymentUrl}`,
  )
  expect([foreign.status, declined.status, paid.status]).toEqual([404, 409, 200])
  expect(renewed).toMatchObject({ state: 'active', plan: 'pro', paymentUrl: null })
  expect(renewed.invoices).toHaveLength(2)
  await w.sandbox.simulate.advanceClock(31)
  expect((await mara.call(refreshSubscription)).body.invoices).toHaveLength(3)
})

test('the card can be changed while nothing is unpaid, and by the subscriber only', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const jonas = await w.creator('jonas@example.com')
  await upgradeToPro(mara, 'renewal_fails')

  const { body } = await mara.call(changeCard)
  const without = await jonas.call(changeCard)
  const params = { id: body.url.split(/[/?]/).at(-2) ?? '' }
  await mara.call(changeSandboxCard, { params, body: { card: 'paid' } })
  await w.sandbox.simulate.advanceClock(31)

  expect(without.status).toBe(409)
  expect((await mara.call(refreshSubscription)).body).toMatchObject({ state: 'active', plan: 'pro' })
})

test('the grace period ends by our own clock, even if the provider keeps retrying', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await upgradeToPro(mara, 'renewal_fails')
  await w.sandbox.simulate.advanceClock(31)
  await mara.call(refreshSubscription)
  await w.probe.changesSubscriptions({ gracePeriodEndsAt: new Date(w.clock.now().getTime() + dayMs) })

  w.clock.advance(2 * dayMs)
  await w.runPeriodicTasks()

  expect((await mara.call(getSubscription)).body).toMatchObject({ plan: 'creator', state: 'past_due' })
})

test('a canceled subscription keeps Pro until the period ends, and can be resumed before', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await upgradeToPro(mara)

  const canceled = (await mara.call(cancelSubscription)).body
  const resumed = (await mara.call(resumeSubscription)).body
  await mara.call(cancelSubscription)
  await w.sandbox.simulate.advanceClock(32)
  const ended = (await mara.call(refreshSubscription)).body
  const back = await upgradeToPro(mara)

  expect(canceled).toMatchObject({ plan: 'pro', state: 'active', cancelAtPeriodEnd: true })
  expect(resumed).toMatchObject({ plan: 'pro', cancelAtPeriodEnd: false })
  expect(ended).toMatchObject({ plan: 'creator', state: 'canceled' })
  expect(back.invoices).toHaveLength(2)
})

test('without a subscription, canceling and resuming are rejected', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await mara.call(createSubscription)

  const answers = [await mara.call(cancelSubscription), await mara.call(resumeSubscription)]

  expect(answers.map(({ status }) => status)).toEqual([409, 409])
})

test('a response to an earlier request does not undo a later one', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await upgradeToPro(mara)
  await w.probe.changesSubscriptions({ appliedRequestSeq: 1_000 })

  await w.sandbox.simulate.advanceClock(32)
  await mara.call(cancelSubscription)

  expect((await mara.call(getSubscription)).body).toMatchObject({ cancelAtPeriodEnd: false })
})

test('another creator sees and changes only their own subscription', async () => {
  const w = await createTestApp()
  await upgradeToPro(await w.creator())
  const other = await w.creator('jonas@example.com')

  const seen = await other.call(getSubscription)
  const canceled = await other.call(cancelSubscription)

  expect(seen.body).toMatchObject({ plan: 'creator', invoices: [] })
  expect(canceled.status).toBe(409)
})

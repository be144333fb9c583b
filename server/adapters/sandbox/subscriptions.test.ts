import { expect, test } from 'vitest'
import type { TestCard } from '../../../contract/sandbox.ts'
import { sandboxFixture } from '../../../tests/support/test-sandbox.ts'
import { subscriptionContractTests } from '../../ports/subscriptions.contract-test.ts'
import { sandboxDeliveries } from './schema.ts'
import { addMonths, nextPeriodEnd } from './subscription-store.ts'

const form = { receiptEmail: '', returnUrl: '/subscribe' }

subscriptionContractTests('subscriptions in the sandbox', async () => {
  const { sandbox, now } = await sandboxFixture()
  return {
    subscriptions: sandbox.subscriptions,
    pay: async ({ clientSecret }) => void (await sandbox.confirm({ ...form, clientSecret, card: 'paid' })),
    now,
  }
})

async function subscribed(card: TestCard = 'paid') {
  const opened = await sandboxFixture()
  const { subscriptions, simulate } = opened.sandbox
  const { customerId } = await subscriptions.createCustomer(
    { userId: '5', email: 'mara@example.com' },
    'cus:5',
  )
  const created = await subscriptions.create({ userId: '5', customerId }, 'sub:5:1')
  const presentCard = (with_: TestCard) =>
    opened.sandbox.confirm({ ...form, clientSecret: created.clientSecret, card: with_ })
  const outcome = await presentCard(card)
  return {
    ...opened,
    ...created,
    outcome,
    presentCard,
    subscriptions,
    read: () => subscriptions.get(created.subscriptionId),
    advanceDays: (days: number) => simulate.advanceClock(days),
  }
}

test('the card form of a subscription responds like any other', async () => {
  const { outcome } = await subscribed('paid')
  const refused = await subscribed('declined')
  const bank = await subscribed('authenticate')

  expect(outcome).toMatchObject({ status: 'redirect', url: expect.stringContaining('/subscribe?') })
  expect(refused.outcome).toMatchObject({ status: 'failed', code: 'declined' })
  expect((await refused.read()).state).toBe('incomplete')
  await bank.sandbox.authenticate({ clientSecret: bank.clientSecret, outcome: 'complete' })
  expect((await bank.read()).state).toBe('active')
})

test('a second card is not charged for a paid subscription', async () => {
  const { presentCard, read } = await subscribed()

  await Promise.all([presentCard('paid'), presentCard('paid')])

  expect((await read()).invoices).toHaveLength(1)
})

test('a slow first payment starts the subscription when it is paid', async () => {
  const { advanceSeconds, sandbox, read } = await subscribed('slow')
  expect((await read()).state).toBe('incomplete')

  advanceSeconds(10)
  await sandbox.applyDueTransitions()

  expect((await read()).state).toBe('active')
})

test('a subscription renews each month on the same day as its clock is advanced', async () => {
  const { advanceDays, read } = await subscribed()

  await advanceDays(30)
  const before = await read()
  await advanceDays(1)
  const once = await read()
  await advanceDays(365)

  expect(before.invoices).toHaveLength(1)
  expect(once.invoices.map(({ paidAt }) => paidAt.toISOString())).toEqual([
    '2030-01-02T12:00:00.000Z',
    '2030-02-02T12:00:00.000Z',
  ])
  expect(once).toMatchObject({ state: 'active', currentPeriodEnd: new Date('2030-03-02T12:00:00.000Z') })
  expect((await read()).invoices).toHaveLength(14)
})

test('passing time renews a subscription once, however many read it', async () => {
  const { advanceSeconds, sandbox, read } = await subscribed()
  advanceSeconds(31 * 86_400)

  await Promise.all([sandbox.applyDueTransitions(), read(), sandbox.applyDueTransitions(), read()])

  expect((await read()).invoices).toHaveLength(2)
})

test('0341 pays first, its renewals fail, and after nine days the subscription ends', async () => {
  const { advanceDays, read } = await subscribed('renewal_fails')
  expect((await read()).state).toBe('active')
  await advanceDays(31)
  const late = await read()
  await advanceDays(8)
  const stillLate = (await read()).state
  await advanceDays(1)

  expect(late).toMatchObject({ state: 'past_due', currentPeriodEnd: new Date('2030-03-02T12:00:00.000Z') })
  expect(stillLate).toBe('past_due')
  expect(await read()).toMatchObject({ state: 'canceled', invoices: [{ amount: 9_900 }] })
})

test('a canceled subscription runs until its period ends and then ends for good', async () => {
  const { subscriptions, subscriptionId, advanceDays, read } = await subscribed()
  await subscriptions.cancelAtPeriodEnd(subscriptionId)
  await advanceDays(30)
  const before = (await read()).state

  await advanceDays(1)

  expect(before).toBe('active')
  expect(await read()).toMatchObject({ state: 'canceled', invoices: [{ amount: 9_900 }] })
  await expect(subscriptions.resume(subscriptionId)).rejects.toThrow('has ended')
  await advanceDays(300)
  expect((await read()).invoices).toHaveLength(1)
})

test('a subscription resumed in time renews', async () => {
  const { subscriptions, subscriptionId, advanceDays, read } = await subscribed()
  await subscriptions.cancelAtPeriodEnd(subscriptionId)
  await subscriptions.resume(subscriptionId)

  await advanceDays(31)

  expect(await read()).toMatchObject({ state: 'active', cancelAtPeriodEnd: false })
  expect((await read()).invoices).toHaveLength(2)
})

test('a new subscription can be created after one has ended', async () => {
  const { subscriptions, subscriptionId, advanceDays, db } = await subscribed('renewal_fails')
  await advanceDays(60)
  const { customerId } = await subscriptions.createCustomer({ userId: '5', email: '' }, 'cus:5')

  const next = await subscriptions.create({ userId: '5', customerId }, 'sub:5:2')

  expect(next.subscriptionId).not.toBe(subscriptionId)
  expect((await subscriptions.get(next.subscriptionId)).state).toBe('incomplete')
  expect(
    (await db.select().from(sandboxDeliveries)).every(({ type }) => type === 'subscription.updated'),
  ).toBe(true)
})

test('every change sends a webhook about the subscription', async () => {
  const { advanceDays, db, subscriptionId } = await subscribed()
  await advanceDays(31)

  const deliveries = await db.select().from(sandboxDeliveries)

  expect(deliveries.map(({ type, objectId }) => [type, objectId])).toEqual([
    ['subscription.updated', subscriptionId],
    ['subscription.updated', subscriptionId],
  ])
})

test('the clock cannot be advanced beyond its limit', async () => {
  const { advanceDays, sandbox } = await subscribed()
  for (let year = 0; year < 10; year++) await advanceDays(366)

  await expect(advanceDays(1)).rejects.toMatchObject({ code: 'conflict' })
  expect(await sandbox.simulate.clock()).toEqual({ daysAhead: 3_660, now: '2040-01-10T12:00:00.000Z' })
})

test('a month from the 31st is the last day of a short month, and the 31st again after it', () => {
  const january = new Date('2030-01-31T23:59:59.999Z')
  const iso = (date: Date) => date.toISOString().slice(0, 10)

  expect([1, 2, 3, 13].map((months) => iso(addMonths(january, months)))).toEqual([
    '2030-02-28',
    '2030-03-31',
    '2030-04-30',
    '2031-02-28',
  ])
  expect(iso(nextPeriodEnd(january, new Date('2030-02-28T23:59:59.999Z')))).toBe('2030-03-31')
})

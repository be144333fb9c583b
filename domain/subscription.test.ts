import { expect, test } from 'vitest'
import {
  emailKindForTransition,
  gracePeriodEnd,
  isProActive,
  nextCheckAt,
  nextCheckDelayMs,
} from './subscription.ts'

type State = Parameters<typeof emailKindForTransition>[0]['state']
/** The email about a change without a confirmation. */
const emailOf = (before: State, after: State) =>
  emailKindForTransition(
    { state: before, needsConfirmation: false },
    { state: after, needsConfirmation: false },
  )

const now = new Date('2026-03-01T12:00:00.000Z')
const dayMs = 24 * 3_600_000
const daysLater = (days: number) => new Date(now.getTime() + days * dayMs)

type Subscription = Parameters<typeof isProActive>[0]

function hasPro(
  subscription: Pick<Subscription, 'state' | 'gracePeriodEndsAt'> & Partial<Subscription>,
  at: Date,
): boolean {
  return isProActive({ cancelAtPeriodEnd: false, currentPeriodEnd: null, ...subscription }, at)
}

test('a paid subscription gives Pro, and an unpaid one does not', () => {
  expect(hasPro({ state: 'active', gracePeriodEndsAt: null }, now)).toBe(true)
  expect(hasPro({ state: 'incomplete', gracePeriodEndsAt: null }, now)).toBe(false)
  expect(hasPro({ state: 'canceled', gracePeriodEndsAt: null }, now)).toBe(false)
})

test('a canceled subscription gives Pro until the end of its period', () => {
  const canceled = {
    state: 'active',
    gracePeriodEndsAt: null,
    cancelAtPeriodEnd: true,
    currentPeriodEnd: daysLater(3),
  } as const

  expect(hasPro(canceled, new Date(daysLater(3).getTime() - 1))).toBe(true)
  expect(hasPro(canceled, daysLater(3))).toBe(false)
  expect(hasPro({ ...canceled, cancelAtPeriodEnd: false }, daysLater(4))).toBe(true)
})

test('the next check is at the end of the period, or within the hour after it', () => {
  const checkAt = (state: Subscription['state'], currentPeriodEnd: Date | null) =>
    nextCheckAt({ state, checkCount: 0, currentPeriodEnd }, now)

  expect(checkAt('active', daysLater(20))).toEqual(daysLater(1))
  expect(checkAt('active', daysLater(0.25))).toEqual(daysLater(0.25))
  expect(checkAt('active', now)).toEqual(daysLater(1 / 24))
  expect(checkAt('active', null)).toEqual(daysLater(1))
  expect(checkAt('past_due', daysLater(-1))).toEqual(daysLater(1 / 24))
  expect(checkAt('canceled', daysLater(1))).toBeNull()
})

test('a failed renewal keeps Pro for fourteen days', () => {
  const gracePeriodEndsAt = gracePeriodEnd('past_due', { state: 'active', gracePeriodEndsAt: null }, now)

  expect(gracePeriodEndsAt).toEqual(daysLater(14))
  expect(hasPro({ state: 'past_due', gracePeriodEndsAt }, daysLater(13))).toBe(true)
  expect(hasPro({ state: 'past_due', gracePeriodEndsAt }, daysLater(14))).toBe(false)
})

test('the grace period starts once and is cleared when the renewal is paid', () => {
  const graceStarted = { state: 'past_due' as const, gracePeriodEndsAt: daysLater(3) }

  expect(gracePeriodEnd('past_due', graceStarted, now)).toEqual(daysLater(3))
  expect(gracePeriodEnd('active', graceStarted, now)).toBeNull()
})

test('each change sends one email, and an unpaid subscription ends without one', () => {
  expect(emailOf('incomplete', 'active')).toBe('subscription_started')
  expect(emailOf('active', 'past_due')).toBe('subscription_payment_failed')
  expect(emailOf('past_due', 'active')).toBe('subscription_payment_recovered')
  expect(emailOf('active', 'canceled')).toBe('subscription_ended')
  expect(emailOf('active', 'active')).toBeUndefined()
  expect(emailOf('incomplete', 'canceled')).toBeUndefined()
})

test('a renewal that needs a confirmation has an email of its own, once', () => {
  const needed = { state: 'past_due', needsConfirmation: true } as const
  const active = { state: 'active', needsConfirmation: false } as const

  expect(emailKindForTransition(active, needed)).toBe('subscription_confirmation_needed')
  expect(emailKindForTransition({ ...needed, needsConfirmation: false }, needed)).toBe(
    'subscription_confirmation_needed',
  )
  expect(emailKindForTransition(needed, needed)).toBeUndefined()
  expect(emailKindForTransition(needed, active)).toBe('subscription_payment_recovered')
})

test('a subscription without webhooks is checked with backoff', () => {
  expect([0, 1, 2, 20].map((checks) => nextCheckDelayMs('incomplete', checks))).toEqual([
    120_000,
    240_000,
    480_000,
    dayMs,
  ])
  expect(nextCheckDelayMs('incomplete', 41)).toBeUndefined()
  expect(nextCheckDelayMs('active', 0)).toBe(dayMs)
  expect(nextCheckDelayMs('canceled', 0)).toBeUndefined()
})

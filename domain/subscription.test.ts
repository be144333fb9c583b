import { expect, test } from 'vitest'
import {
  emailKindForTransition,
  isProActive as gives,
  gracePeriodEnd,
  nextCheckAt,
  nextCheckDelayMs,
} from './subscription.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const dayMs = 24 * 3_600_000
const later = (days: number) => new Date(now.getTime() + days * dayMs)

type Stand = Parameters<typeof gives>[0]

function givesPro(stand: Pick<Stand, 'state' | 'gracePeriodEndsAt'> & Partial<Stand>, at: Date): boolean {
  return gives({ cancelAtPeriodEnd: false, currentPeriodEnd: null, ...stand }, at)
}

test('a paid subscription gives Pro, and an unpaid one does not', () => {
  expect(givesPro({ state: 'active', gracePeriodEndsAt: null }, now)).toBe(true)
  expect(givesPro({ state: 'incomplete', gracePeriodEndsAt: null }, now)).toBe(false)
  expect(givesPro({ state: 'canceled', gracePeriodEndsAt: null }, now)).toBe(false)
})

test('a canceled subscription gives Pro until the end of its period', () => {
  const canceled = {
    state: 'active',
    gracePeriodEndsAt: null,
    cancelAtPeriodEnd: true,
    currentPeriodEnd: later(3),
  } as const

  expect(givesPro(canceled, new Date(later(3).getTime() - 1))).toBe(true)
  expect(givesPro(canceled, later(3))).toBe(false)
  expect(givesPro({ ...canceled, cancelAtPeriodEnd: false }, later(4))).toBe(true)
})

test('the next check is at the end of the period, or within the hour after it', () => {
  const at = (state: Stand['state'], currentPeriodEnd: Date | null) =>
    nextCheckAt({ state, checkCount: 0, currentPeriodEnd }, now)

  expect(at('active', later(20))).toEqual(later(1))
  expect(at('active', later(0.25))).toEqual(later(0.25))
  expect(at('active', now)).toEqual(later(1 / 24))
  expect(at('active', null)).toEqual(later(1))
  expect(at('past_due', later(-1))).toEqual(later(1 / 24))
  expect(at('canceled', later(1))).toBeNull()
})

test('a failed renewal keeps Pro for fourteen days', () => {
  const gracePeriodEndsAt = gracePeriodEnd('past_due', { state: 'active', gracePeriodEndsAt: null }, now)

  expect(gracePeriodEndsAt).toEqual(later(14))
  expect(givesPro({ state: 'past_due', gracePeriodEndsAt }, later(13))).toBe(true)
  expect(givesPro({ state: 'past_due', gracePeriodEndsAt }, later(14))).toBe(false)
})

test('the grace period starts once and is cleared when the renewal is paid', () => {
  const graceStarted = { state: 'past_due' as const, gracePeriodEndsAt: later(3) }

  expect(gracePeriodEnd('past_due', graceStarted, now)).toEqual(later(3))
  expect(gracePeriodEnd('active', graceStarted, now)).toBeNull()
})

test('each change sends one email, and an unpaid subscription ends without one', () => {
  expect(emailKindForTransition('incomplete', 'active')).toBe('subscription_started')
  expect(emailKindForTransition('active', 'past_due')).toBe('subscription_payment_failed')
  expect(emailKindForTransition('past_due', 'active')).toBe('subscription_payment_recovered')
  expect(emailKindForTransition('active', 'canceled')).toBe('subscription_ended')
  expect(emailKindForTransition('active', 'active')).toBeUndefined()
  expect(emailKindForTransition('incomplete', 'canceled')).toBeUndefined()
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

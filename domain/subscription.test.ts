import { expect, test } from 'vitest'
import {
  emailKindForTransition,
  isProActive as gives,
  gracePeriodEnd,
  nextCheckAt,
  nextCheckDelayMs,
} from './subscription.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const day = 24 * 3_600_000
const later = (days: number) => new Date(now.getTime() + days * day)

type Stand = Parameters<typeof gives>[0]

function givesPro(stand: Pick<Stand, 'state' | 'graceUntil'> & Partial<Stand>, at: Date): boolean {
  return gives({ cancelAtPeriodEnd: false, currentPeriodEnd: null, ...stand }, at)
}

test('who has paid is Pro, who never paid is not', () => {
  expect(givesPro({ state: 'active', graceUntil: null }, now)).toBe(true)
  expect(givesPro({ state: 'incomplete', graceUntil: null }, now)).toBe(false)
  expect(givesPro({ state: 'canceled', graceUntil: null }, now)).toBe(false)
})

test('cancelled, Pro is on until the very end of the period and not a moment longer', () => {
  const cancelled = {
    state: 'active',
    graceUntil: null,
    cancelAtPeriodEnd: true,
    currentPeriodEnd: later(3),
  } as const

  expect(givesPro(cancelled, new Date(later(3).getTime() - 1))).toBe(true)
  expect(givesPro(cancelled, later(3))).toBe(false)
  expect(givesPro({ ...cancelled, cancelAtPeriodEnd: false }, later(4))).toBe(true)
})

test('the end of a period is looked at when it comes, and one that is over within the hour', () => {
  const at = (state: Stand['state'], currentPeriodEnd: Date | null) =>
    nextCheckAt({ state, checks: 0, currentPeriodEnd }, now)

  expect(at('active', later(20))).toEqual(later(1))
  expect(at('active', later(0.25))).toEqual(later(0.25))
  expect(at('active', now)).toEqual(later(1 / 24))
  expect(at('active', null)).toEqual(later(1))
  expect(at('past_due', later(-1))).toEqual(later(1 / 24))
  expect(at('canceled', later(1))).toBeNull()
})

test('a failed renewal leaves Pro on for fourteen days', () => {
  const graceUntil = gracePeriodEnd('past_due', { state: 'active', graceUntil: null }, now)

  expect(graceUntil).toEqual(later(14))
  expect(givesPro({ state: 'past_due', graceUntil }, later(13))).toBe(true)
  expect(givesPro({ state: 'past_due', graceUntil }, later(14))).toBe(false)
})

test('the grace begins once, and is forgotten when the renewal is paid', () => {
  const begun = { state: 'past_due' as const, graceUntil: later(3) }

  expect(gracePeriodEnd('past_due', begun, now)).toEqual(later(3))
  expect(gracePeriodEnd('active', begun, now)).toBeNull()
})

test('each change is told once, and what was never paid ends without a word', () => {
  expect(emailKindForTransition('incomplete', 'active')).toBe('pro-started')
  expect(emailKindForTransition('active', 'past_due')).toBe('pro-failed')
  expect(emailKindForTransition('past_due', 'active')).toBe('pro-recovered')
  expect(emailKindForTransition('active', 'canceled')).toBe('pro-ended')
  expect(emailKindForTransition('active', 'active')).toBeUndefined()
  expect(emailKindForTransition('incomplete', 'canceled')).toBeUndefined()
})

test('what nobody tells us of is looked for, the less often the longer it stays as it is', () => {
  expect([0, 1, 2, 20].map((checks) => nextCheckDelayMs('incomplete', checks))).toEqual([
    120_000,
    240_000,
    480_000,
    day,
  ])
  expect(nextCheckDelayMs('incomplete', 41)).toBeUndefined()
  expect(nextCheckDelayMs('active', 0)).toBe(day)
  expect(nextCheckDelayMs('canceled', 0)).toBeUndefined()
})

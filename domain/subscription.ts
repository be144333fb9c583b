/** What a subscription is at the provider. `incomplete` was never paid, `past_due` is being tried again. */
export type SubscriptionState = 'incomplete' | 'active' | 'past_due' | 'canceled'

/** Days that Pro stays on after a renewal failed, unless the provider ends it before. */
const gracePeriodDays = 14

/**
 * Until when Pro stays on although the renewal failed: set at the first failure and kept until one is paid. Undefined
 * when nothing failed.
 */
export function gracePeriodEnd(
  state: SubscriptionState,
  before: { state: SubscriptionState; graceUntil: Date | null },
  now: Date,
): Date | null {
  if (state !== 'past_due') return null
  return before.graceUntil ?? new Date(now.getTime() + gracePeriodDays * 24 * 3_600_000)
}

/** True while a subscription makes its owner Pro: paid, cancelled but not over, or within the grace of a failed renewal. */
export function isProActive(
  { state, graceUntil, cancelAtPeriodEnd, currentPeriodEnd }: SubscriptionStatus,
  now: Date,
): boolean {
  if (state === 'past_due') return graceUntil !== null && now < graceUntil
  // The end that was agreed is the end, also before the provider says so.
  const isOver = cancelAtPeriodEnd && currentPeriodEnd !== null && currentPeriodEnd <= now
  return state === 'active' && !isOver
}

type SubscriptionStatus = {
  state: SubscriptionState
  graceUntil: Date | null
  cancelAtPeriodEnd: boolean
  currentPeriodEnd: Date | null
}

/** What its owner is told about a change, by mail; undefined when there is nothing to tell. */
export function emailKindForTransition(
  before: SubscriptionState,
  after: SubscriptionState,
): 'pro-started' | 'pro-failed' | 'pro-recovered' | 'pro-ended' | undefined {
  if (before === after) return undefined
  if (after === 'past_due') return 'pro-failed'
  if (after === 'active') return before === 'past_due' ? 'pro-recovered' : 'pro-started'
  return after === 'canceled' && before !== 'incomplete' ? 'pro-ended' : undefined
}

const msPerHour = 3_600_000
const msPerDay = 24 * msPerHour

/** When nobody has told us anything, how long to wait before asking the provider again. Milliseconds; undefined: never. */
export function nextCheckDelayMs(state: SubscriptionState, checkCount: number): number | undefined {
  if (state === 'canceled') return undefined
  if (state === 'active') return msPerDay
  if (state === 'past_due') return msPerHour
  // Never paid: after 2 minutes, then backing off, for about a month.
  return checkCount > 40 ? undefined : Math.min(msPerDay, 2 ** checkCount * 120_000)
}

/**
 * The same as a moment: the end of the period that is paid for is not missed, and one that is over is soon heard of. Null:
 * never.
 */
export function nextCheckAt(
  {
    state,
    checks: checkCount,
    currentPeriodEnd,
  }: { state: SubscriptionState; checks: number; currentPeriodEnd: Date | null },
  now: Date,
): Date | null {
  const wait = nextCheckDelayMs(state, checkCount)
  if (wait === undefined) return null
  const left = currentPeriodEnd ? currentPeriodEnd.getTime() - now.getTime() : msPerDay
  const soon = state !== 'active' ? wait : Math.min(wait, left > 0 ? left : msPerHour)
  return new Date(now.getTime() + soon)
}

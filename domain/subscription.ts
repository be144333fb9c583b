/** The subscription's state at the provider. `incomplete` was never paid; the renewal of `past_due` is being retried. */
export type SubscriptionState = 'incomplete' | 'active' | 'past_due' | 'canceled'

/** Days that Pro continues after a failed renewal, unless the provider ends it earlier. */
const gracePeriodDays = 14

/** The end of the grace period: set at the first failed renewal, kept until one is paid. Null if none failed. */
export function gracePeriodEnd(
  state: SubscriptionState,
  before: { state: SubscriptionState; gracePeriodEndsAt: Date | null },
  now: Date,
): Date | null {
  if (state !== 'past_due') return null
  return before.gracePeriodEndsAt ?? new Date(now.getTime() + gracePeriodDays * 24 * 3_600_000)
}

/** Whether a subscription gives its owner Pro: paid, canceled with time left, or in the grace period. */
export function isProActive(
  { state, gracePeriodEndsAt, cancelAtPeriodEnd, currentPeriodEnd }: SubscriptionStatus,
  now: Date,
): boolean {
  if (state === 'past_due') return gracePeriodEndsAt !== null && now < gracePeriodEndsAt
  // The agreed end applies even before the provider reports it.
  const isOver = cancelAtPeriodEnd && currentPeriodEnd !== null && currentPeriodEnd <= now
  return state === 'active' && !isOver
}

type SubscriptionStatus = {
  state: SubscriptionState
  gracePeriodEndsAt: Date | null
  cancelAtPeriodEnd: boolean
  currentPeriodEnd: Date | null
}

/** The email about a change of state; undefined when there is none. */
export function emailKindForTransition(
  before: TransitionFacts,
  after: TransitionFacts,
):
  | 'subscription_started'
  | 'subscription_confirmation_needed'
  | 'subscription_payment_failed'
  | 'subscription_payment_recovered'
  | 'subscription_ended'
  | undefined {
  if (after.state === 'past_due' && after.needsConfirmation && !before.needsConfirmation)
    return 'subscription_confirmation_needed'
  if (before.state === after.state) return undefined
  if (after.state === 'past_due') return 'subscription_payment_failed'
  if (after.state === 'active')
    return before.state === 'past_due' ? 'subscription_payment_recovered' : 'subscription_started'
  return after.state === 'canceled' && before.state !== 'incomplete' ? 'subscription_ended' : undefined
}

/** `needsConfirmation`: the bank waits for the subscriber's confirmation of an unpaid renewal. */
type TransitionFacts = { state: SubscriptionState; needsConfirmation: boolean }

const hourMs = 3_600_000
const msPerDay = 24 * hourMs

/**
 * The delay before reading the subscription at the provider without a webhook. In milliseconds; undefined means
 * never.
 */
export function nextCheckDelayMs(state: SubscriptionState, checkCount: number): number | undefined {
  if (state === 'canceled') return undefined
  if (state === 'active') return msPerDay
  if (state === 'past_due') return hourMs
  // Unpaid: after 2 minutes, then with backoff, for about a month.
  return checkCount > 40 ? undefined : Math.min(msPerDay, 2 ** checkCount * 120_000)
}

/** The time of the next check: at the end of the paid period at the latest, and soon after it. Null means never. */
export function nextCheckAt(
  {
    state,
    checkCount,
    currentPeriodEnd,
  }: { state: SubscriptionState; checkCount: number; currentPeriodEnd: Date | null },
  now: Date,
): Date | null {
  const delayMs = nextCheckDelayMs(state, checkCount)
  if (delayMs === undefined) return null
  const untilPeriodEndMs = currentPeriodEnd ? currentPeriodEnd.getTime() - now.getTime() : msPerDay
  const nextDelayMs =
    state !== 'active' ? delayMs : Math.min(delayMs, untilPeriodEndMs > 0 ? untilPeriodEndMs : hourMs)
  return new Date(now.getTime() + nextDelayMs)
}

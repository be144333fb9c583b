import type { Subscription } from '../../../contract/subscriptions.ts'
import { formatLongDate } from '../../ui/date-text.ts'
import { formatMoney } from '../../ui/money-text.ts'

/** The state of a creator's plan in a sentence or two. */
export function planDescription(subscription: Subscription): string {
  const { plan, state, cancelAtPeriodEnd, currentPeriodEnd, gracePeriodEndsAt } = subscription
  const price = formatMoney(subscription.monthlyPrice, subscription.currency)
  const end = currentPeriodEnd ? formatLongDate(currentPeriodEnd) : undefined
  if (state === 'past_due' && plan === 'pro')
    return `The last payment of ${price} did not go through. The card provider tries it again; Pro stays on${gracePeriodEndsAt ? ` until ${formatLongDate(gracePeriodEndsAt)}` : ''}.`
  if (state === 'past_due')
    return `The last payment of ${price} did not go through, and Pro is off until it does.`
  if (state === 'active' && cancelAtPeriodEnd)
    return `Pro is cancelled and stays on${end ? ` until ${end}` : ''}. Nothing more is charged.`
  if (state === 'active') return `You keep every cent. ${price} a month${end ? `, next on ${end}` : ''}.`
  return `Free forever: we keep 20% of what you sell. With Pro you keep all of it, for ${price} a month.`
}

import type { Subscription } from '../../../contract/subscriptions.ts'
import { formatLongDate } from '../../ui/date-text.ts'
import { formatMoney } from '../../ui/money-text.ts'

/** The state of a creator's plan in a sentence or two. `fee` is the Creator Plan's, such as `20%`. */
export function planDescription(subscription: Subscription, fee: string): string {
  const { plan, state, cancelAtPeriodEnd, currentPeriodEnd, gracePeriodEndsAt } = subscription
  const price = formatMoney(subscription.monthlyPrice, subscription.currency)
  const end = currentPeriodEnd ? formatLongDate(currentPeriodEnd) : undefined
  if (state === 'past_due' && subscription.confirmationUrl)
    return `Your bank wants you to confirm this month’s payment of ${price}.${plan === 'pro' && gracePeriodEndsAt ? ` You keep Pro until ${formatLongDate(gracePeriodEndsAt)}.` : ' Pro is paused until you do.'}`
  if (state === 'past_due' && plan === 'pro')
    return `Your last payment of ${price} didn’t go through. The card provider will try again, and you keep Pro${gracePeriodEndsAt ? ` until ${formatLongDate(gracePeriodEndsAt)}` : ''}.`
  if (state === 'past_due')
    return `Your last payment of ${price} didn’t go through, so Pro is paused until it does.`
  if (state === 'active' && cancelAtPeriodEnd)
    return `Pro is canceled, and you keep it${end ? ` until ${end}` : ''}. You won’t be charged again.`
  if (state === 'active')
    return `You keep 100% of every sale. ${price} a month${end ? `, next on ${end}` : ''}.`
  return `Free forever: we keep ${fee} of each sale. With Pro, you keep it all for ${price} a month.`
}

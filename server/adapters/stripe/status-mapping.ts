import type Stripe from 'stripe'
import type { DisputeSnapshot, PaymentSnapshot, RefundSnapshot } from '../../ports/payment-provider.ts'
import type { SubscriptionSnapshot } from '../../ports/subscriptions.ts'

// Stripe may add enum values under the same API version, so every mapping has a default for unknown ones.

export function toPaymentState(status: Stripe.PaymentIntent.Status): PaymentSnapshot['state'] {
  switch (status) {
    case 'requires_payment_method':
    case 'requires_confirmation':
      return 'open'
    case 'requires_action':
      return 'action_required'
    case 'processing':
      return 'processing'
    case 'succeeded':
      return 'paid'
    case 'canceled':
      return 'canceled'
    default:
      return 'unknown'
  }
}

/** An unknown status is `pending`: neither a refund nor its failure is booked. */
export function toRefundState(status: Stripe.Refund['status']): RefundSnapshot['state'] {
  switch (status) {
    case 'succeeded':
      return 'succeeded'
    case 'failed':
    case 'canceled':
      return 'failed'
    default:
      return 'pending'
  }
}

/** Undefined for an unknown status, which changes neither money nor access. */
export function toDisputeState(
  dispute: Pick<Stripe.Dispute, 'status' | 'balance_transactions'>,
): DisputeSnapshot['state'] | undefined {
  switch (dispute.status) {
    case 'warning_needs_response':
    case 'warning_under_review':
    case 'warning_closed':
      return 'inquiry'
    // An appeal against a lost dispute: the bank still has the funds.
    case 'needs_response':
    case 'under_review':
    case 'appeal_needs_response':
    case 'appeal_under_review':
      return 'open'
    case 'won':
      return 'won'
    case 'lost':
      return 'lost'
    // Resolved before it became a dispute, sometimes by a refund: the balance transactions say which.
    case 'prevented':
      return hasWithdrawnFunds(dispute) ? 'lost' : 'inquiry'
    default:
      return undefined
  }
}

function hasWithdrawnFunds({
  balance_transactions: balanceTransactions,
}: Pick<Stripe.Dispute, 'balance_transactions'>): boolean {
  return balanceTransactions.reduce((total, { amount }) => total + amount, 0) < 0
}

/** `unpaid` is a renewal whose last retry failed: it can still be paid, so no second subscription may be created. */
export function toSubscriptionState(status: Stripe.Subscription.Status): SubscriptionSnapshot['state'] {
  switch (status) {
    case 'incomplete':
      return 'incomplete'
    case 'active':
    case 'trialing':
      return 'active'
    case 'past_due':
    case 'unpaid':
      return 'past_due'
    case 'canceled':
    case 'incomplete_expired':
      return 'canceled'
    default:
      return 'unknown'
  }
}

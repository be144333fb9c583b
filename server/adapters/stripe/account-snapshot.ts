import type Stripe from 'stripe'
import type { AccountRestriction } from '../../../contract/payouts.ts'
import type { AccountSnapshot } from '../../ports/connect.ts'

/** An account as we read it; undefined when the creator has disconnected it. */
export function accountSnapshot(account: Stripe.Account | undefined, accountId: string): AccountSnapshot {
  if (!account)
    return {
      accountId,
      detailsSubmitted: false,
      payoutsEnabled: false,
      requirementsDue: 'This account is no longer connected.',
      restriction: 'disconnected',
    }
  const { details_submitted: detailsSubmitted, default_currency: currency } = account
  const restriction = detailsSubmitted ? restrictionOf(account) : undefined
  return {
    accountId,
    detailsSubmitted,
    payoutsEnabled: detailsSubmitted && restriction === undefined,
    requirementsDue: requirementsDueText(account.requirements),
    ...(restriction && { restriction }),
    ...(currency && { payoutCurrency: currency.toUpperCase() }),
  }
}

/** Transfers need the capability. Payouts of the account to its bank are checked too, or the money would stay there. */
function restrictionOf(account: Stripe.Account): AccountRestriction | undefined {
  const isReceiving = account.capabilities?.transfers === 'active'
  if (isReceiving && account.payouts_enabled) return undefined
  const { disabled_reason: reason, currently_due: due } = account.requirements ?? {}
  if (reason?.startsWith('rejected.') || reason === 'listed') return 'rejected'
  if (due?.length === 1 && due[0] === 'external_account') return 'bank_account_missing'
  if (due && due.length > 0) return 'details_missing'
  if (reason === 'requirements.pending_verification') return 'in_review'
  if (!isReceiving && account.capabilities?.transfers !== 'pending') return 'transfers_inactive'
  return 'in_review'
}

/** Why payouts are disabled, or else what Stripe still requires, in Stripe's terms. */
function requirementsDueText(requirements: Stripe.Account['requirements']): string | undefined {
  if (!requirements) return undefined
  const due = requirements.currently_due ?? []
  return requirements.disabled_reason ?? (due.length > 0 ? due.join(', ') : undefined)
}

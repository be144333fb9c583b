import type { CreatorPayoutRow, PayoutStatus } from './admin-monthly-payouts.ts'
import { dictionary } from './dictionary.ts'
import type { AccountRestriction, Payout, StatementLine, TransferWaitReason } from './payouts.ts'

const payoutMethodLabels: Record<Payout['payoutMethod'], string> = {
  transfer: 'Bank account',
  paypal: 'PayPal',
  wise: 'Wise',
  bank: 'Bank transfer',
  zelle: 'Zelle',
  venmo: 'Venmo',
  cashapp: 'Cash App',
}

/**
 * The label of a payout method on pages, in emails and on statements; an unknown one is returned unchanged. This file
 * has no schemas, because pages load it.
 */
export function payoutMethodLabel(method: string): string {
  return dictionary(payoutMethodLabels)[method] ?? method
}

/**
 * The label of a payout status for the admin. The first two are the specification's words. `minimum` is the minimum
 * payout with its currency, such as `$25`.
 */
export function payoutStatusLabel(status: PayoutStatus, minimum: string): string {
  const labels: Record<PayoutStatus, string> = {
    ready: 'Ready for Payout',
    below_minimum: `Below Minimum (${minimum})`,
    payout_method_missing: 'No payout method',
    suspended: 'Account suspended',
  }
  return labels[status]
}

/**
 * The label of a creator's month for the admin, on the page and in its CSV: what a payout run would do, or the stage of
 * the payout after it. A paid one is followed by its date.
 */
export function creatorPayoutLabel(
  { status, payout }: Pick<CreatorPayoutRow, 'status' | 'payout'>,
  minimum: string,
): string {
  const stageLabels = { paid: 'Paid', in_transit: 'In transit', to_pay_manually: 'To pay manually' }
  return status === 'below_minimum' && payout ? stageLabels[payout.stage] : payoutStatusLabel(status, minimum)
}

/** Why a connected account cannot be paid, for the admin. */
export const accountRestrictionLabels: Record<AccountRestriction, string> = {
  details_missing: 'Bank account: details missing',
  in_review: 'Bank account: in review',
  bank_account_missing: 'Bank account: returned a payout',
  transfers_inactive: 'Bank account: transfers turned off',
  rejected: 'Bank account: closed by the provider',
  disconnected: 'Bank account: disconnected',
}

/** Why a transfer waits, for the admin and for its creator. */
export const transferWaitLabels: Record<TransferWaitReason, { admin: string; creator: string }> = {
  balance_insufficient: {
    admin: 'Waits for your balance at the card provider.',
    creator:
      'It’s waiting for our balance to settle. We’ll send it automatically: there’s nothing to do for you.',
  },
  provider_busy: {
    admin: 'The card provider is busy. It’s sent again in a minute.',
    creator: 'The payment provider is busy. We’ll send it automatically.',
  },
  provider_unavailable: {
    admin: 'The card provider doesn’t accept it right now. It’s sent again every two minutes.',
    creator: 'We can’t reach the payment provider right now. We’ll send it automatically.',
  },
}

/** The labels of statement lines by type. */
export const statementLineLabels: Record<StatementLine['type'], string> = {
  sale: 'Sale',
  refund: 'Refund',
  refund_reversal: 'Refund returned',
  dispute: 'Dispute',
  dispute_reversal: 'Dispute won',
  payout_return: 'Payout returned',
}

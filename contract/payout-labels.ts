import type { CreatorPayoutRow, PayoutStatus } from './admin-payouts.ts'
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
    payee_details_missing: 'No payee details',
    confirmation_needed: 'Payout method not confirmed',
    details_waiting: 'New payout method waits',
    country_blocked: 'Country isn’t paid',
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

export const statementLineLabels: Record<StatementLine['type'], string> = {
  sale: 'Sale',
  refund: 'Refund',
  refund_reversal: 'Refund returned',
  dispute: 'Dispute',
  dispute_reversal: 'Dispute won',
  payout_return: 'Payout returned',
}

type RestrictionText = {
  title: string
  text: string
  /** The label of the button that continues onboarding or starts another account; null when neither helps. */
  action: string | null
}

/**
 * Why a connected account cannot be paid, and the way on, on pages and in emails. The first title is the specification's.
 * This file has no schemas, because pages load it.
 */
export const restrictionTexts: Record<AccountRestriction, RestrictionText> = {
  details_missing: {
    title: 'Setup In Progress',
    text: 'The payment provider needs more details from you before it can pay you.',
    action: 'Add missing details',
  },
  in_review: {
    title: 'Setup In Progress',
    text: 'The payment provider is reviewing your details. This can take a day or two.',
    action: 'Review your details',
  },
  bank_account_missing: {
    title: 'Your bank returned a payout',
    text: 'Your money is safe with the payment provider. Add a bank account that can receive it.',
    action: 'Change bank account',
  },
  transfers_inactive: {
    title: 'Transfers are turned off',
    text: 'The payment provider no longer accepts transfers for your account. It may need your confirmation.',
    action: 'Turn transfers on',
  },
  rejected: {
    title: 'Your account was closed',
    text: 'The payment provider closed your account and won’t pay you through it.',
    action: null,
  },
  disconnected: {
    title: 'Your bank account is disconnected',
    text: 'The payment provider no longer lets us pay you. Connect your bank account again.',
    action: 'Connect it again',
  },
}

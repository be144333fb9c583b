import type { AccountRestriction } from './payouts.ts'

type RestrictionText = {
  title: string
  text: string
  /** `fix` continues onboarding, `reconnect` starts another account; null when neither helps. */
  action: { kind: 'fix' | 'reconnect'; label: string } | null
}

/**
 * Why a connected account cannot be paid, and the way on, on pages and in emails. The first title is the specification's.
 * This file has no schemas, because pages load it.
 */
export const restrictionTexts: Record<AccountRestriction, RestrictionText> = {
  details_missing: {
    title: 'Setup In Progress',
    text: 'The payment provider needs more details from you before it can pay you.',
    action: { kind: 'fix', label: 'Add missing details' },
  },
  in_review: {
    title: 'Setup In Progress',
    text: 'The payment provider is reviewing your details. This can take a day or two.',
    action: { kind: 'fix', label: 'Review your details' },
  },
  bank_account_missing: {
    title: 'Your bank returned a payout',
    text: 'Your money is safe with the payment provider. Add a bank account that can receive it.',
    action: { kind: 'fix', label: 'Change bank account' },
  },
  transfers_inactive: {
    title: 'Transfers are turned off',
    text: 'The payment provider no longer accepts transfers for your account. It may need your confirmation.',
    action: { kind: 'fix', label: 'Turn transfers on' },
  },
  rejected: {
    title: 'Your account was closed',
    text: 'The payment provider closed your account and won’t pay you through it.',
    action: null,
  },
  disconnected: {
    title: 'Your bank account is disconnected',
    text: 'The payment provider no longer lets us pay you. Connect your bank account again.',
    action: { kind: 'reconnect', label: 'Connect it again' },
  },
}

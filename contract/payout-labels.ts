import type { PayoutStatus } from './admin-monthly-payouts.ts'
import type { Payout, StatementLine } from './payouts.ts'

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
  const labels: Record<string, string> = payoutMethodLabels
  return labels[method] ?? method
}

/** The labels of payout statuses for the admin. The first two are the specification's words. */
export const payoutStatusLabels: Record<PayoutStatus, string> = {
  ready: 'Ready for Payout',
  below_minimum: 'Below Minimum ($25)',
  payout_method_missing: 'No payout method',
  suspended: 'Account suspended',
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

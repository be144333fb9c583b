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
 * A way of being paid as people call it, on pages, in mails and on statements; one that is not offered, as it is. In a
 * file free of schemas, as pages carry it.
 */
export function payoutMethodLabel(way: string): string {
  const names: Record<string, string> = payoutMethodLabels
  return names[way] ?? way
}

/** What a line of a statement is about. */
export const statementLineLabels: Record<StatementLine['type'], string> = {
  sale: 'Sale',
  refund: 'Refund',
  refund_failed: 'Refund came back',
  dispute: 'Dispute',
  dispute_won: 'Dispute won',
  payout_return: 'Payout came back',
}

import type { Payout, StatementLine } from '../../../contract/payouts.ts'

/** Ways of being paid as people call them, in the order they are offered. */
const wayNames: Record<Payout['payoutMethod'], string> = {
  transfer: 'Bank account',
  paypal: 'PayPal',
  wise: 'Wise',
  bank: 'Bank transfer',
  zelle: 'Zelle',
  venmo: 'Venmo',
  cashapp: 'Cash App',
}

export const methodOptions = [
  { value: '', label: 'Choose a method' },
  ...(['paypal', 'wise', 'bank', 'zelle', 'venmo', 'cashapp'] as const).map((value) => ({
    value,
    label: wayNames[value],
  })),
]

export const stateWords: Record<
  Payout['state'],
  { label: string; tone: 'brand' | 'plain' | 'warn' | 'danger' }
> = {
  processing: { label: 'On its way', tone: 'warn' },
  paid: { label: 'Paid', tone: 'brand' },
  returned: { label: 'Came back', tone: 'danger' },
  failed: { label: 'Failed', tone: 'danger' },
}

export const lineNames: Record<StatementLine['what'], string> = {
  sale: 'Sale',
  refund: 'Refund',
  refund_failed: 'Refund came back',
  dispute: 'Dispute',
  dispute_won: 'Dispute won',
  payout_return: 'Payout came back',
}

/** Where a payout went, for its creator. A transfer's account number at the provider says nothing to anybody. */
export function wentTo({ payoutMethod, payoutEmail }: Payout): string {
  return payoutMethod === 'transfer' ? 'Your bank account' : `${wayNames[payoutMethod]}, ${payoutEmail}`
}

import { formatMoney } from '../../ui/money-text.ts'

/** `minPayoutAmount` is a decimal string. */
type Minimum = { currency: string; minPayoutAmount: string }

/** The caption of the available balance, an amount in major units: ready for payout, or the minimum for one. */
export function balanceCaption(balance: number, { currency, minPayoutAmount }: Minimum): string {
  if (balance < 0) return 'Refunded after a payout. Your next sales will cover it.'
  return balance >= Number(minPayoutAmount)
    ? 'Ready for payout'
    : `Ready for payout from ${formatMoney(minPayoutAmount, currency)}`
}

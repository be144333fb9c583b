import { limits } from '../../../contract/limits.ts'
import { formatMoney } from '../../ui/money-text.ts'

/** The caption of the available balance, an amount in major units: ready for payout, or the minimum for one. */
export function balanceCaption(balance: number, currency: string): string {
  if (balance < 0) return 'Refunded after a payout. Your next sales will cover it.'
  const minimum = limits.minPayoutAmount / 100
  return balance >= minimum ? 'Ready for payout' : `Ready for payout from ${formatMoney(minimum, currency)}`
}

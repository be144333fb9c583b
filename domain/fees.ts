import type { MinorUnits } from '../contract/money.ts'
import { cumulativeTaxRefund } from './tax.ts'

/**
 * The platform fee of a sale of `amount` minor units without tax, at `bps` basis points, rounded down in favor of the
 * creator (product.md).
 */
export function platformFee(amount: MinorUnits, bps: number): MinorUnits {
  return Number((BigInt(amount) * BigInt(bps)) / 10_000n)
}

/**
 * The total fee, in minor units, that must be returned once `refunded` of `amount` is refunded. It follows the part of
 * the refund without tax. It is cumulative, so that any parts sum to the whole fee.
 */
export function cumulativeFeeRefund(
  refunded: MinorUnits,
  sale: { amount: MinorUnits; taxAmount: MinorUnits; platformFeeAmount: MinorUnits },
): MinorUnits {
  const netAmount = sale.amount - sale.taxAmount
  if (refunded >= sale.amount || netAmount <= 0) return sale.platformFeeAmount
  const netRefunded = refunded - cumulativeTaxRefund(refunded, sale)
  return Number((BigInt(sale.platformFeeAmount) * BigInt(netRefunded)) / BigInt(netAmount))
}

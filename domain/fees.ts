import type { MinorUnits } from '../contract/money.ts'

/**
 * The platform fee of a sale of `amount` minor units at `bps` basis points, rounded down in favor of the creator
 * (product.md).
 */
export function platformFee(amount: MinorUnits, bps: number): MinorUnits {
  return Number((BigInt(amount) * BigInt(bps)) / 10_000n)
}

/**
 * The total fee, in minor units, that must be returned once `refunded` of `amount` is refunded. It is cumulative, so
 * that any parts sum to the whole fee.
 */
export function cumulativeFeeRefund(
  refunded: MinorUnits,
  sale: { amount: MinorUnits; platformFeeAmount: MinorUnits },
): MinorUnits {
  if (refunded >= sale.amount) return sale.platformFeeAmount
  return Number((BigInt(sale.platformFeeAmount) * BigInt(refunded)) / BigInt(sale.amount))
}

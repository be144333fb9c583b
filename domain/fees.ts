import type { MinorUnits } from '../contract/money.ts'

/** The platform's share in cents of a sale of `amount` cents at `bps` basis points: the fraction of a cent is the creator's (product.md). */
export function platformFee(amount: MinorUnits, bps: number): MinorUnits {
  return Number((BigInt(amount) * BigInt(bps)) / 10_000n)
}

/**
 * The fee in cents that must have been returned once `refunded` of `amount` cents were paid back.
 * A cumulative target, so that any parts add up to the whole fee at the last one.
 */
export function cumulativeFeeRefund(
  refunded: MinorUnits,
  sale: { amount: MinorUnits; fee: MinorUnits },
): MinorUnits {
  if (refunded >= sale.amount) return sale.fee
  return Number((BigInt(sale.fee) * BigInt(refunded)) / BigInt(sale.amount))
}

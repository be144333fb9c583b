import type { Cents } from '../contract/money.ts'

/** The platform's share in cents of a sale of `amount` cents at `bps` basis points: the fraction of a cent is the creator's (product.md). */
export function platformFee(amount: Cents, bps: number): Cents {
  return Number((BigInt(amount) * BigInt(bps)) / 10_000n)
}

/**
 * The fee in cents that must have been returned once `refunded` of `amount` cents were paid back.
 * A cumulative target, so that any parts add up to the whole fee at the last one.
 */
export function feeReturnedBy(refunded: Cents, sold: { amount: Cents; fee: Cents }): Cents {
  if (refunded >= sold.amount) return sold.fee
  return Number((BigInt(sold.fee) * BigInt(refunded)) / BigInt(sold.amount))
}

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

/** The price of a plan: a share of each sale in basis points, and an amount per month in minor units. */
export type PlanPrice = { feeBasisPoints: number; monthlyAmount: MinorUnits }

/**
 * Splits a month's sales into the cost of the plan and the creator's net amount, in minor units. `net` is negative when
 * the plan costs more than the sales.
 */
export function splitSales(sales: MinorUnits, plan: PlanPrice): { cost: MinorUnits; net: MinorUnits } {
  const cost = platformFee(sales, plan.feeBasisPoints) + plan.monthlyAmount
  return { cost, net: sales - cost }
}

/**
 * The month's sales, in minor units, from which a creator keeps at least as much on the plan with the lower fee.
 * Undefined when its fee isn't lower.
 */
export function breakEvenSales(plan: PlanPrice, lowerFee: PlanPrice): MinorUnits | undefined {
  const savedBasisPoints = plan.feeBasisPoints - lowerFee.feeBasisPoints
  if (savedBasisPoints <= 0) return undefined
  return Math.ceil(((lowerFee.monthlyAmount - plan.monthlyAmount) * 10_000) / savedBasisPoints)
}

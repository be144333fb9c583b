import type { MinorUnits } from '../contract/money.ts'
import { platformFee } from './fees.ts'

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

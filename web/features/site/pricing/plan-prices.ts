import { limits } from '../../../../contract/limits.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import type { PlanPrice } from '../../../../domain/fees.ts'
import { formatMoney } from '../../../ui/format.ts'

export const pro: PlanPrice = {
  feeBasisPoints: limits.feeBasisPoints.pro,
  monthlyAmount: limits.proMonthlyPriceAmount,
}

export function creatorPlan(feeBasisPoints: number): PlanPrice {
  return { feeBasisPoints, monthlyAmount: 0 }
}

/** Formats an amount in minor units: `$495.00`. */
export function formatMinorUnits(amount: number, currency: string): string {
  return formatMoney(formatDecimal(amount, currency), currency)
}

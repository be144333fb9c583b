import type { Instance } from '../../../../contract/instance.ts'
import { limits } from '../../../../contract/limits.ts'
import { formatDecimal, parseDecimal } from '../../../../contract/money.ts'
import type { PlanPrice } from '../../../../domain/fees.ts'
import { formatMoney } from '../../../ui/format.ts'

/** Pro at the price that the instance sells it for; undefined while it isn’t sold. */
export function proPlan({
  proPrice,
  currency,
}: Pick<Instance, 'proPrice' | 'currency'>): PlanPrice | undefined {
  const monthlyAmount = proPrice === null ? undefined : parseDecimal(proPrice, currency)
  return monthlyAmount === undefined
    ? undefined
    : { feeBasisPoints: limits.feeBasisPoints.pro, monthlyAmount }
}

export function creatorPlan(feeBasisPoints: number): PlanPrice {
  return { feeBasisPoints, monthlyAmount: 0 }
}

/** Formats an amount in minor units: `$495.00`. */
export function formatMinorUnits(amount: number, currency: string): string {
  return formatMoney(formatDecimal(amount, currency), currency)
}

import { type PayoutStage, payoutStages } from '../../../contract/admin-monthly-payouts.ts'
import type { MinorUnits } from '../../../contract/money.ts'
import type { Month } from '../../../domain/month.ts'
import type { Ports } from '../../ports/index.ts'
import { toMonthQuery } from '../payouts/creator-funds-query.ts'
import { toNumber } from './monthly-payouts.ts'
import { sumPayouts, sumStatuses } from './payout-breakdown-repository.ts'

/** Where the payouts of a month are. What is ready is what a run would pay (server/features/payouts/preview-run.ts). */
export async function getPayoutBreakdown(ports: Ports, period: Month) {
  const query = toMonthQuery(ports, period)
  const sums = [...(await sumStatuses(ports.db, query)), ...(await sumPayouts(ports.db, query.month))]
  const byStage = new Map(sums.map((sum) => [sum.stage, sum]))
  const number = toNumber(query.currency)
  const stageOf = (stage: PayoutStage): { amount: number; creators: number } => {
    const sum: { amount: MinorUnits; creators: number } | undefined = byStage.get(stage)
    return { amount: number(sum?.amount ?? 0), creators: sum?.creators ?? 0 }
  }
  return {
    currency: query.currency,
    stages: Object.fromEntries(payoutStages.map((stage) => [stage, stageOf(stage)])) as Record<
      PayoutStage,
      ReturnType<typeof stageOf>
    >,
  }
}

import { type PayoutStage, payoutStages } from '../../../contract/admin-monthly-payouts.ts'
import type { MinorUnits } from '../../../contract/money.ts'
import type { Month } from '../../../domain/month.ts'
import type { Ports } from '../../ports/index.ts'
import { toMonthQuery } from '../payouts/creator-funds-query.ts'
import { toNumber } from './monthly-payouts.ts'
import { sumByPayoutStatus, sumPayouts } from './payout-breakdown-repository.ts'

/** The amounts and creators of a month by payout stage. A run would pay the stage `ready` (payouts/preview-run.ts). */
export async function getPayoutBreakdown(ports: Ports, period: Month) {
  const query = toMonthQuery(ports, period)
  const sums = await Promise.all([sumByPayoutStatus(ports.db, query), sumPayouts(ports.db, query.month)])
  const byStage = new Map(sums.flat().map((sum) => [sum.stage, sum]))
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

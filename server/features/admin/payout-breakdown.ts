import { type PayoutPlace, payoutPlaces } from '../../../contract/admin-monthly-payouts.ts'
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
  const byPlace = new Map(sums.map((sum) => [sum.place, sum]))
  const number = toNumber(query.currency)
  const placeOf = (place: PayoutPlace): { amount: number; creators: number } => {
    const sum: { amount: MinorUnits; creators: number } | undefined = byPlace.get(place)
    return { amount: number(sum?.amount ?? 0), creators: sum?.creators ?? 0 }
  }
  return {
    currency: query.currency,
    places: Object.fromEntries(payoutPlaces.map((place) => [place, placeOf(place)])) as Record<
      PayoutPlace,
      ReturnType<typeof placeOf>
    >,
  }
}

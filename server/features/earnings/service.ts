import { formatDecimal, type MinorUnits } from '../../../contract/money.ts'
import { creatorAccount, earningKinds, payoutKinds, payoutsPayableAccount } from '../../../domain/ledger.ts'
import { minPayout } from '../../../domain/min-payout.ts'
import { availableAmount } from '../../../domain/payout.ts'
import { nextCalendarRun } from '../../../domain/payout-calendar.ts'
import { holdCutoff } from '../../../domain/payout-hold.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { countContent } from '../content/repository.ts'
import { getBalance } from '../ledger/repository.ts'
import { getFunds } from '../payouts/funds-repository.ts'
import { countSales } from './repository.ts'

/** The dashboard's cards. Amounts are sums over the ledger, as numbers (spec.md section 3). */
export async function getDashboardStats(ports: Ports, viewer: Viewer) {
  const contentCount = await countContent(ports.db, viewer.id)
  const totalTips = await countSales(ports.db, viewer.id)
  const { pendingPayouts: _, ...earnings } = await getEarningsStats(ports, viewer)
  return { ...earnings, contentCount, totalTips }
}

/** Available balance, total earnings, and the amounts on hold, reserved or in transit, as decimal numbers. */
export async function getEarningsStats({ db, config, settings, clock }: Ports, viewer: Viewer) {
  const { currency } = config
  const { minPayout: minimum, payoutDay } = settings.current()
  const earned = await getBalance(db, creatorAccount(viewer.id), earningKinds)
  const funds = await getFunds(db, viewer.id, holdCutoff(settings.holdChanges(), clock.now()))
  const inTransitAmount = await getBalance(db, payoutsPayableAccount(viewer.id), payoutKinds)
  const toNumber = (amount: MinorUnits) => Number(formatDecimal(amount, currency))
  return {
    availableBalance: toNumber(availableAmount(funds)),
    totalEarnings: toNumber(earned),
    pendingPayouts: toNumber(funds.onHold + funds.reserved + inTransitAmount),
    currency,
    minPayoutAmount: formatDecimal(minPayout(currency, minimum), currency),
    nextPayoutAt: payoutDay > 0 ? nextCalendarRun(payoutDay, clock.now()).toISOString() : null,
  }
}

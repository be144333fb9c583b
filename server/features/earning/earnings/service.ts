import { formatDecimal, type MinorUnits } from '../../../../contract/money.ts'
import {
  creatorAccount,
  earningKinds,
  payoutKinds,
  payoutsPayableAccount,
} from '../../../../domain/ledger.ts'
import { availableAmount, minPayout, nextCalendarRun } from '../../../../domain/payout.ts'
import { shortDayIn } from '../../../../domain/release.ts'
import type { Db } from '../../../db/database.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { getBalance } from '../../money/ledger/repository.ts'
import { getFunds, type HoldTimes, holdTimes } from '../../money/payouts/funds.ts'
import { findNextRelease } from '../../money/payouts/release-holds.ts'
import { findOnlyPaidPayout } from '../../money/payouts/repository.ts'
import { countContent } from '../../selling/content/repository.ts'
import { countSales, sumGross } from './repository.ts'

/** The dashboard's cards. Amounts are sums over the ledger, as numbers (spec.md section 3). */
export async function getDashboardStats(ports: Ports, viewer: Viewer) {
  const contentCount = await countContent(ports.db, viewer.id)
  const totalTips = await countSales(ports.db, viewer.id)
  const { pendingPayouts: _, ...earnings } = await getEarningsStats(ports, viewer)
  return { ...earnings, contentCount, totalTips, firstPayout: await readFirstPayout(ports, viewer) }
}

const firstPayoutShownForMs = 7 * 24 * 3_600_000

/** A creator's first payout while it is news. */
async function readFirstPayout({ db, clock }: Ports, viewer: Viewer) {
  const payout = await findOnlyPaidPayout(db, viewer.id)
  if (!payout?.paidAt || clock.now().getTime() - payout.paidAt.getTime() > firstPayoutShownForMs) return null
  const { id, amount, currency, paidAt } = payout
  return { id, amount: formatDecimal(amount, currency), currency, paidAt: paidAt.toISOString() }
}

/** Available balance, total earnings, and the amounts on hold, reserved or in transit, as decimal numbers. */
export async function getEarningsStats({ db, config, settings, clock }: Ports, viewer: Viewer) {
  const { currency } = config
  const { minPayout: minimum, payoutDay } = settings.current()
  const earned = await getBalance(db, creatorAccount(viewer.id), earningKinds)
  const funds = await getFunds(db, viewer.id, holdTimes({ settings, clock }))
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

/**
 * The sums that lead from a creator's gross sales to the balance. All are read from the ledger in one snapshot, so
 * they add up to the balance even while sales arrive.
 */
export async function getBalanceBreakdown({ db, config, settings, clock }: Ports, viewer: Viewer) {
  const { currency } = config
  const times = holdTimes({ settings, clock })
  const sums = await db.transaction((tx) => readSums(tx, viewer.id, times), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
  const { gross, taxes, sold, reversed, paidOut, funds, nextRelease } = sums
  const available = availableAmount(funds)
  const format = (amount: MinorUnits) => formatDecimal(amount, currency)
  return {
    currency,
    gross: format(gross),
    taxes: format(taxes),
    fees: format(gross - taxes - sold),
    reversed: format(-reversed),
    paidOut: format(-paidOut),
    balance: format(funds.balance),
    onHold: format(funds.balance - available),
    available: format(available),
    nextRelease: nextRelease && {
      amount: format(nextRelease.amount),
      day: shortDayIn(nextRelease.releaseAt, nextRelease.timeZone),
    },
  }
}

async function readSums(db: Db, creatorId: string, times: HoldTimes) {
  const account = creatorAccount(creatorId)
  return {
    ...(await sumGross(db, creatorId)),
    sold: await getBalance(db, account, ['sale']),
    reversed: await getBalance(db, account, ['refund', 'refund_reversal', 'dispute', 'dispute_reversal']),
    paidOut: await getBalance(db, account, ['payout', 'payout_return']),
    funds: await getFunds(db, creatorId, times),
    nextRelease: await findNextRelease(db, { creatorId, now: times.now }),
  }
}

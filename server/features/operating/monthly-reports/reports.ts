import { sql } from 'drizzle-orm'
import { type MonthlyTrend, type PayoutStage, payoutStages } from '../../../../contract/admin-payouts.ts'
import { limits } from '../../../../contract/limits.ts'
import { formatDecimal, type MinorUnits } from '../../../../contract/money.ts'
import { endOfMonth, formatMonth, type Month, nextMonth, parseMonth } from '../../../../domain/dates.ts'
import type { Db } from '../../../db/database.ts'
import { limitOffset } from '../../../http/pagination.ts'
import type { Ports } from '../../../ports/index.ts'
import { isPaidByTransfer } from '../../money/payouts/find-payee.ts'
import { toMonthQuery } from '../../money/payouts/funds.ts'
import { presentForAdmin } from '../../money/payouts/present.ts'
import { canRemind } from '../../money/payouts/remind-payout-method.ts'
import { type PayoutWithCreator, selectPayoutsByIds } from '../../money/payouts/repository.ts'
import { shownPayoutDetails } from '../../people/accounts/payout-details.ts'
import {
  type CreatorRow,
  findMonthRange,
  insertReport,
  selectCreatorPayouts,
  selectMonthlyReports,
  sumByPayoutStatus,
  sumMonth,
  sumMonthsSince,
  sumPayable,
  sumPayouts,
  sumProMonth,
} from './repository.ts'

const maxRows = limits.maxListed.creatorPayouts

/** The cards of the admin page. Amounts are numbers (spec.md section 3). */
export async function payoutSummary(ports: Ports, period: Month) {
  const monthQuery = toMonthQuery(ports, period)
  const [sums, pro, { creators, readyAmount }] = await Promise.all([
    sumMonth(ports.db, monthQuery.month, monthQuery.currency),
    sumProMonth(ports.db, monthQuery.month, monthQuery.currency),
    sumPayable(ports.db, monthQuery),
  ])
  const number = toNumber(monthQuery.currency)
  return {
    totalRevenue: number(sums.gross),
    taxes: number(sums.tax),
    platformCommission: number(sums.fee),
    totalPayouts: number(sums.paidOut),
    creatorCount: creators,
    pendingPayouts: number(readyAmount),
    proRevenue: number(pro.proAmount),
    proTaxes: number(pro.proTaxAmount),
  }
}

/** The creators of the month with the highest balances, and the number of all. */
export async function creatorPayouts(ports: Ports, period: Month) {
  const monthQuery = toMonthQuery(ports, period)
  const { rows, total } = await selectCreatorPayouts(ports.db, monthQuery, {
    q: '',
    limit: maxRows,
    offset: 0,
  })
  const number = toNumber(monthQuery.currency)
  const creators = rows.map((row) => ({
    ...presentCreator(ports, row),
    totalEarnings: number(row.earned),
    availableBalance: number(row.available),
  }))
  return { creators, total }
}

export async function listCreatorPayoutsPage(
  ports: Ports,
  { q, page, stage, ...period }: Month & { q: string; page: number; stage?: PayoutStage | undefined },
) {
  const monthQuery = toMonthQuery(ports, period)
  const { currency } = monthQuery
  const result = await selectCreatorPayouts(ports.db, monthQuery, { q, stage, ...limitOffset(page) })
  const ids = result.rows.flatMap(({ payoutId }) => (payoutId === null ? [] : [Number(payoutId)]))
  const payouts = new Map((await selectPayoutsByIds(ports.db, ids)).map((one) => [one.payout.id, one]))
  const creators = result.rows.map((row) => ({
    ...presentCreator(ports, row),
    totalEarnings: formatDecimal(row.earned, currency),
    availableBalance: formatDecimal(row.available, currency),
    isEligibleForPayout: row.available >= monthQuery.minimum,
    isSuspended: row.suspendedAt !== null,
    status: row.status,
    payout: presentMonthPayout(ports, payouts.get(Number(row.payoutId))),
    accountRestriction: row.accountRestriction,
    reminderSentAt: row.payoutReminderSentAt?.toISOString() ?? null,
    canRemind: canRemind(ports, row),
  }))
  return { creators, total: result.total, page, currency }
}

export async function monthlyReports({ db }: Ports) {
  const rows = await selectMonthlyReports(db)
  return rows.map((report) => {
    const number = toNumber(report.currency)
    return {
      ...parseMonth(report.month),
      totalRevenue: number(report.grossAmount),
      taxes: number(report.taxAmount),
      platformEarnings: number(report.platformFeeAmount),
      creatorPayouts: number(report.paidOutAmount),
      transactionCount: report.saleCount,
      proRevenue: number(report.proAmount),
      proTaxes: number(report.proTaxAmount),
    }
  })
}

function presentMonthPayout(ports: Ports, found: PayoutWithCreator | undefined) {
  if (!found) return null
  const { state, method } = found.payout
  const unpaidStage = method === 'transfer' ? ('in_transit' as const) : ('to_pay_manually' as const)
  return { ...presentForAdmin(ports, found), stage: state === 'paid' ? ('paid' as const) : unpaidStage }
}

function presentCreator(ports: Ports, row: CreatorRow) {
  const isByTransfer = isPaidByTransfer(ports, row)
  return {
    userId: Number(row.id),
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    payoutMethod: isByTransfer ? 'transfer' : row.payoutMethod,
    payoutEmail: isByTransfer ? row.providerAccountId : shownPayoutDetails(row.payoutEmail, row.payoutMask),
    contentCount: row.contentCount,
  }
}

/** Converts minor units to a decimal number, for the responses that spec.md section 3 specifies as numbers. */
function toNumber(currency: string): (amount: MinorUnits) => number {
  return (amount) => Number(formatDecimal(amount, currency))
}

/** The delay after a month's end until it is closed, so that transactions from its last moments have committed. */
const closingDelayMs = 3_600_000

/**
 * Closes every past month, oldest first: its totals and a row for each creator are stored and never change. Safe in
 * concurrent processes. Returns the closed months.
 */
export async function closeMonthlyReports(ports: Ports): Promise<Array<string>> {
  const { db, clock, config } = ports
  const now = clock.now()
  const { first: firstMonth, lastClosed } = await findMonthRange(db)
  if (firstMonth === null) return []
  const closedMonths: Array<string> = []
  let period = lastClosed === null ? parseMonth(firstMonth) : nextMonth(parseMonth(lastClosed))
  while (endOfMonth(period).getTime() + closingDelayMs <= now.getTime()) {
    const month = formatMonth(period)
    const { currency } = config
    const isNew = await db.transaction(async (tx) =>
      insertReport(tx, {
        ...(await sumMonth(tx, month, currency)),
        ...(await sumProMonth(tx, month, currency)),
        month,
        currency,
        closedAt: now,
      }),
    )
    if (isNew) closedMonths.push(month)
    period = nextMonth(period)
  }
  return closedMonths
}

const monthCount = 12

/** Revenue, commission, sales, refunds and disputes of the last twelve UTC months, oldest first. */
export async function getMonthlyTrends({ db, clock, config: { currency } }: Ports) {
  const periods = lastMonths(clock.now())
  const [first = { year: 1970, month: 1 }] = periods
  const since = new Date(Date.UTC(first.year, first.month - 1, 1))
  const sums = await sumMonthsSince(db, formatMonth(first), currency)
  const refundedByMonth = await countByMonth(db, 'refunds', since)
  const disputedByMonth = await countByMonth(db, 'disputes', since)
  const number = toNumber(currency)
  const months = periods.map((period): MonthlyTrend => {
    const month = formatMonth(period)
    const { gross, fee, sales } = sums.get(month) ?? { gross: 0, fee: 0, sales: 0 }
    return {
      ...period,
      revenue: number(gross),
      commission: number(fee),
      sales,
      refundedPurchases: refundedByMonth.get(month) ?? 0,
      disputedPurchases: disputedByMonth.get(month) ?? 0,
    }
  })
  return { currency, months }
}

function lastMonths(now: Date): Array<Month> {
  return Array.from({ length: monthCount }, (_, index) => {
    const monthStart = new Date(
      Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (monthCount - 1 - index), 1),
    )
    return { year: monthStart.getUTCFullYear(), month: monthStart.getUTCMonth() + 1 }
  })
}

const countedTables = {
  refunds: sql`refunds where state = 'succeeded'`,
  // An inquiry is not a dispute yet.
  disputes: sql`disputes where state <> 'inquiry'`,
}

async function countByMonth(
  db: Db,
  table: keyof typeof countedTables,
  since: Date,
): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ month: string; purchases: string }>(sql`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM') as month, count(distinct purchase_id) as purchases
    from ${countedTables[table]} and created_at >= ${since}::timestamptz group by 1`)
  return new Map(rows.map(({ month, purchases }) => [month, Number(purchases)]))
}

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

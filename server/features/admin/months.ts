import { limits } from '../../../contract/limits.ts'
import { type Cents, decimal } from '../../../contract/money.ts'
import { cutoff as cutoffOf, endOf, type Period } from '../../../domain/report.ts'
import { partOf } from '../../http/paging.ts'
import type { Ports } from '../../ports/index.ts'
import { payeeOf } from '../payouts/pay.ts'
import {
  type CreatorRow,
  creatorsOfMonth,
  type MonthAsked,
  payableIn,
  reportsClosed,
  sumsOfMonth,
} from './months-repository.ts'

/** Rows of the plain list; whoever has more creators reads it by pages. */
const mostListed = 10_000

/** The cards of the admin page. Amounts are numbers there (spec.md section 3). */
export async function payoutSummary(ports: Ports, period: Period) {
  const asked = askedFor(ports, period)
  const sums = await sumsOfMonth(ports.db, asked.month, asked.currency)
  const { creators, ready } = await payableIn(ports.db, asked, limits.minimumPayout)
  const number = numberIn(asked.currency)
  return {
    totalRevenue: number(sums.gross),
    platformCommission: number(sums.fee),
    totalPayouts: number(sums.paidOut),
    creatorCount: creators,
    pendingPayouts: number(ready),
  }
}

/** Every creator of the month in one list. */
export async function creatorPayouts(ports: Ports, period: Period) {
  const asked = askedFor(ports, period)
  const { rows } = await creatorsOfMonth(ports.db, asked, { q: '', most: mostListed, skip: 0 })
  const number = numberIn(asked.currency)
  return rows.map((row) => ({
    ...presented(ports, row),
    totalEarnings: number(row.earned),
    availableBalance: number(row.available),
  }))
}

/** The same, a page of it. */
export async function creatorPage(
  ports: Ports,
  { q, page, ...period }: Period & { q: string; page: number },
) {
  const asked = askedFor(ports, period)
  const { currency } = asked
  const found = await creatorsOfMonth(ports.db, asked, { q, ...partOf(page) })
  const creators = found.rows.map((row) => ({
    ...presented(ports, row),
    totalEarnings: decimal(row.earned, currency),
    availableBalance: decimal(row.available, currency),
    isReady: row.available >= limits.minimumPayout,
    isSuspended: row.suspendedAt !== null,
  }))
  return { creators, total: found.total, page, currency }
}

export async function monthlyReports({ db }: Ports) {
  const rows = await reportsClosed(db)
  return rows.map(({ month, currency, gross, fee, paidOut, sales }) => {
    const number = numberIn(currency)
    return {
      ...periodOf(month),
      totalRevenue: number(gross),
      platformEarnings: number(fee),
      creatorPayouts: number(paidOut),
      transactionCount: sales,
    }
  })
}

/** `2026-03`. */
export function monthOf({ year, month }: Period): string {
  return `${year}-${String(month).padStart(2, '0')}`
}

export function periodOf(month: string): Period {
  return { year: Number(month.slice(0, 4)), month: Number(month.slice(5)) }
}

function askedFor({ config, clock }: Ports, period: Period): MonthAsked {
  const cutoff = cutoffOf(period, { now: clock.now(), holdDays: config.payoutHoldDays })
  // The last moment before it lies in the month whose later sales are all too new.
  const last = new Date(cutoff.getTime() - 1)
  const within = { year: last.getUTCFullYear(), month: last.getUTCMonth() + 1 }
  return {
    month: monthOf(period),
    currency: config.currency,
    cutoff,
    cutoffMonth: monthOf(within),
    nextMonth: endOf(within),
  }
}

function presented(ports: Ports, row: CreatorRow) {
  const byTransfer = payeeOf(ports, row).takesTransfers
  return {
    userId: Number(row.id),
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    payoutMethod: byTransfer ? 'transfer' : row.payoutMethod,
    payoutEmail: byTransfer ? row.connectAccountId : row.payoutEmail,
    contentCount: row.contentCount,
  }
}

function numberIn(currency: string): (amount: Cents) => number {
  return (amount) => Number(decimal(amount, currency))
}

import type { PayoutStage } from '../../../contract/admin-monthly-payouts.ts'
import { limits } from '../../../contract/limits.ts'
import { formatDecimal, type MinorUnits } from '../../../contract/money.ts'
import { type Month, parseMonth } from '../../../domain/month.ts'
import { limitOffset } from '../../http/pagination.ts'
import type { Ports } from '../../ports/index.ts'
import { shownPayoutDetails } from '../accounts/payout-details.ts'
import { toPayee } from '../payouts/create-payout.ts'
import { toMonthQuery } from '../payouts/creator-funds-query.ts'
import { canRemind } from '../payouts/remind-payout-method.ts'
import { type CreatorRow, selectCreatorPayouts } from './creator-payouts-repository.ts'
import { selectMonthlyReports, sumMonth } from './monthly-payouts-repository.ts'
import { sumPayable } from './payout-breakdown-repository.ts'

/** The maximum number of rows in the unpaginated list. */
const maxRows = limits.maxListed.creatorPayouts

/** The cards of the admin page. Amounts are numbers (spec.md section 3). */
export async function payoutSummary(ports: Ports, period: Month) {
  const monthQuery = toMonthQuery(ports, period)
  const [sums, { creators, readyAmount }] = await Promise.all([
    sumMonth(ports.db, monthQuery.month, monthQuery.currency),
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

/** A page of that list. */
export async function listCreatorPayoutsPage(
  ports: Ports,
  { q, page, stage, ...period }: Month & { q: string; page: number; stage?: PayoutStage | undefined },
) {
  const monthQuery = toMonthQuery(ports, period)
  const { currency } = monthQuery
  const result = await selectCreatorPayouts(ports.db, monthQuery, { q, stage, ...limitOffset(page) })
  const creators = result.rows.map((row) => ({
    ...presentCreator(ports, row),
    totalEarnings: formatDecimal(row.earned, currency),
    availableBalance: formatDecimal(row.available, currency),
    isEligibleForPayout: row.available >= monthQuery.minimum,
    isSuspended: row.suspendedAt !== null,
    status: row.status,
    payout: presentMonthPayout(row, currency),
    accountRestriction: row.accountRestriction,
    reminderSentAt: row.payoutReminderSentAt?.toISOString() ?? null,
    canRemind: row.status === 'payout_method_missing' && canRemind(ports, row),
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
    }
  })
}

function presentMonthPayout(
  { payoutId, payoutAmount, payoutState, payoutRowMethod, payoutPaidAt }: CreatorRow,
  currency: string,
) {
  if (payoutId === null) return null
  const unpaidStage = payoutRowMethod === 'transfer' ? ('in_transit' as const) : ('to_pay_manually' as const)
  return {
    id: Number(payoutId),
    amount: formatDecimal(payoutAmount, currency),
    stage: payoutState === 'paid' ? ('paid' as const) : unpaidStage,
    paidAt: payoutPaidAt?.toISOString() ?? null,
  }
}

function presentCreator(ports: Ports, row: CreatorRow) {
  const isPaidByTransfer = toPayee(ports, row).transfersEnabled
  return {
    userId: Number(row.id),
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    payoutMethod: isPaidByTransfer ? 'transfer' : row.payoutMethod,
    payoutEmail: isPaidByTransfer
      ? row.providerAccountId
      : shownPayoutDetails(row.payoutEmail, row.payoutMask),
    contentCount: row.contentCount,
  }
}

/** Converts minor units to a decimal number, for the responses that spec.md section 3 specifies as numbers. */
export function toNumber(currency: string): (amount: MinorUnits) => number {
  return (amount) => Number(formatDecimal(amount, currency))
}

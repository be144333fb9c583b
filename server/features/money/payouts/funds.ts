import { and, eq, gt, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { MinorUnits } from '../../../../contract/money.ts'
import { endOfMonth, formatMonth, type Month, payoutCutoff } from '../../../../domain/dates.ts'
import { creatorAccount } from '../../../../domain/ledger.ts'
import { type Funds, holdCutoff, minPayout, payoutUnit } from '../../../../domain/payout.ts'
import { openRefundStates } from '../../../../domain/refund.ts'
import type { Db } from '../../../db/database.ts'
import { sumOf } from '../../../db/rows.ts'
import { purchases, refundRequests } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { getBalance } from '../ledger/repository.ts'
import { type PayeeRules, payeeRules } from '../payees/rules.ts'
import { isOnReleaseHold, releaseHolds, sumReleaseHolds } from './release-holds.ts'

/**
 * `month` as `2026-03`; sales from `cutoff` on are too new to be paid out; `nextMonth` is the start of the month
 * after the cutoff's.
 */
export type MonthQuery = {
  month: string
  currency: string
  cutoff: Date
  cutoffMonth: string
  nextMonth: Date
  now: Date
  minimum: MinorUnits
  hasTransfers: boolean
  payee: PayeeRules
}

/** Sales from `cutoff` on are too new. */
export type HoldTimes = { cutoff: Date; now: Date }

/** By the settings of now. */
export function holdTimes({ settings, clock }: Pick<Ports, 'settings' | 'clock'>): HoldTimes {
  const now = clock.now()
  return { cutoff: holdCutoff(settings.holdChanges(), now), now }
}

export function toMonthQuery(ports: Ports, period: Month): MonthQuery {
  const { config, settings, clock, paymentProvider } = ports
  const now = clock.now()
  const cutoff = payoutCutoff(period, holdCutoff(settings.holdChanges(), now))
  // The last moment before the cutoff is in the month whose later sales are all too new.
  const last = new Date(cutoff.getTime() - 1)
  const cutoffMonth = { year: last.getUTCFullYear(), month: last.getUTCMonth() + 1 }
  return {
    month: formatMonth(period),
    currency: config.currency,
    cutoff,
    cutoffMonth: formatMonth(cutoffMonth),
    nextMonth: endOfMonth(cutoffMonth),
    now,
    minimum: minPayout(config.currency, settings.current().minPayout),
    hasTransfers: paymentProvider.connect !== undefined,
    payee: payeeRules(ports),
  }
}

/**
 * Every creator with earnings, with what could be paid to them or what they owe. The payable amount is the balance less
 * sales that are too new and less requested refunds of the others (`getFunds` computes it for one creator). Payouts of
 * later sales are no debt of this month, so the amount is negative only when the balance is, and never lower.
 *
 * Payouts are whole units of the currency (domain/payout.ts).
 *
 * Of sales after the cutoff, those of later months are known by month, and those of the rest of its month are read.
 */
export function creatorFundsCte(query: MonthQuery): SQL {
  const { currency, cutoff, cutoffMonth, now } = query
  return sql`
    with deductions as (
      select p.creator_id, r.reserved_net_amount as net_amount
      from refund_requests r join purchases p on p.id = r.purchase_id
      where r.state in ${[...openRefundStates]} and p.paid_at < ${cutoff}::timestamptz
        and not exists (${isOnReleaseHold(now, sql`p.id`)})
      union all ${releaseHolds(now, cutoff)}
      union all select creator_id, net_amount from creator_monthly_sales_rollups where month > ${cutoffMonth}
      ${newSales(query)}
    ), deducted as (
      select creator_id, sum(net_amount)::bigint as net_amount from deductions group by creator_id
    ), accounts as (
      select creator_id, sum(amount)::bigint as balance
      from ledger_rollups where account like 'creator_balance/%' group by creator_id
    ), exact as (
      select accounts.creator_id, balance,
        greatest(balance - coalesce(deducted.net_amount, 0), least(balance, 0)) as available
      from accounts left join deducted on deducted.creator_id = accounts.creator_id
      -- Keeps the amount from being computed again at each use, and costs less than a materialized query.
      offset 0
    ), creators as (select creator_id, balance, ${toPayoutUnitsSql(currency)} as available from exact)`
}

/** Sales from the cutoff to the end of its month; none when that is the cutoff. */
function newSales({ cutoff, nextMonth }: MonthQuery): SQL {
  if (cutoff.getTime() >= nextMonth.getTime()) return sql``
  return sql`union all
    select creator_id, net_amount
    from purchases where paid_at >= ${cutoff}::timestamptz and paid_at < ${nextMonth}::timestamptz`
}

/** As toPayoutUnits in domain/payout.ts. */
function toPayoutUnitsSql(currency: string): SQL {
  const unit = payoutUnit(currency)
  if (unit === 1) return sql`available`
  return sql`available - case when available > 0 then mod(available, ${unit}) else 0 end`
}

/**
 * Whether a creator is in a month's table: something to be paid or owed, earnings of the month, or a
 * payout for it.
 */
export function appearsInMonth({ month, currency }: MonthQuery): SQL {
  return sql`(creators.available <> 0 or exists (
    select from creator_monthly_rollups m
    where m.creator_id = creators.creator_id and m.month = ${month} and m.currency = ${currency}
  ) or exists (
    select from payouts p
    where p.creator_id = creators.creator_id and p.month = ${month} and p.state in ('processing', 'paid')
  ))`
}

/**
 * A creator's funds. Sales from `cutoff` on are too new to be paid out, and earlier ones stay on hold while their buyers wait
 * for a release day. Decisions need the creator's lock.
 */
export async function getFunds(db: Db, creatorId: string, { cutoff, now }: HoldTimes): Promise<Funds> {
  // The condition on the amount is that of the index.
  const isOnHold = and(
    gte(purchases.paidAt, cutoff),
    eq(purchases.creatorId, creatorId),
    gt(purchases.amount, 0),
  )
  return {
    balance: await getBalance(db, creatorAccount(creatorId)),
    onHold:
      (await sumOf(db, purchases.netAmount, isOnHold)) +
      (await sumReleaseHolds(db, { creatorId, before: cutoff, now })),
    reserved: await sumReserved(db, { cutoff, now }, creatorId),
  }
}

/** What open refund requests of older sales reserve. */
async function sumReserved(db: Db, { cutoff, now }: HoldTimes, creatorId: string): Promise<MinorUnits> {
  const [row] = await db
    .select({ total: sql<string | null>`sum(${refundRequests.reservedNetAmount})` })
    .from(refundRequests)
    .innerJoin(purchases, eq(purchases.id, refundRequests.purchaseId))
    .where(
      and(
        inArray(refundRequests.state, openRefundStates),
        lt(purchases.paidAt, cutoff),
        eq(purchases.creatorId, creatorId),
        sql`not exists (${isOnReleaseHold(now, sql`${purchases.id}`)})`,
      ),
    )
  return Number(row?.total ?? 0)
}

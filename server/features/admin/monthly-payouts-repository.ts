import { and, asc, desc, eq, max, min, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { MinorUnits } from '../../../contract/money.ts'
import type { Db } from '../../db/database.ts'
import { containsPattern } from '../../db/like-pattern.ts'
import { creatorMonthlyRollups, monthlyReportLines, monthlyReports } from '../../db/schema/index.ts'
import type { LimitOffset } from '../../http/pagination.ts'

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
}

export type CreatorRow = {
  id: string
  firstName: string | null
  lastName: string | null
  email: string
  payoutMethod: string | null
  payoutEmail: string | null
  providerAccountState: string | null
  providerAccountId: string | null
  suspendedAt: Date | null
  earned: MinorUnits
  available: MinorUnits
  contentCount: number
}

/**
 * Every creator with earnings, with what could be paid to them or what they owe. The payable amount is the balance
 * less sales that are too new and less requested refunds of the others (server/features/payouts/funds-repository.ts
 * computes it for one creator). Payouts of later sales are no debt of this month: the amount is never below a
 * negative balance.
 */
function creatorFundsCte({ cutoff, cutoffMonth, nextMonth }: MonthQuery): SQL {
  return sql`
    with accounts as (
      select split_part(account, '/', 2) as creator_id, sum(amount)::bigint as balance
      from ledger_rollups where account like 'creator_balance/%' group by account
    ), later as (
      select creator_id, sum(net_amount)::bigint as net_amount from creator_monthly_sales_rollups where month > ${cutoffMonth} group by creator_id
    ), recent as (
      select creator_id, sum(amount - platform_fee_amount - refunded_amount - disputed_amount + platform_fee_refunded_amount)::bigint as net_amount
      from purchases where paid_at >= ${cutoff}::timestamptz and paid_at < ${nextMonth}::timestamptz group by creator_id
    ), wanted as (
      select p.creator_id, p.amount, p.platform_fee_amount, p.platform_fee_refunded_amount, p.refunded_amount + p.disputed_amount as gone,
        least(sum(r.amount), p.amount - p.refunded_amount - p.disputed_amount) as part
      from refund_requests r join purchases p on p.id = r.purchase_id
      where r.state in ('requested', 'processing') and p.paid_at < ${cutoff}::timestamptz
      group by p.id
    ), reserved as (
      select creator_id, sum(part - (
        case when gone + part >= amount then platform_fee_amount else div(platform_fee_amount::numeric * (gone + part), amount) end - platform_fee_refunded_amount
      ))::bigint as net_amount
      from wanted where part > 0 group by creator_id
    ), creators as (
      select a.creator_id, greatest(
        a.balance - coalesce(l.net_amount, 0) - coalesce(n.net_amount, 0) - coalesce(v.net_amount, 0),
        least(a.balance, 0)
      ) as available
      from accounts a
      left join later l on l.creator_id = a.creator_id
      left join recent n on n.creator_id = a.creator_id
      left join reserved v on v.creator_id = a.creator_id
    )`
}

/** Whether a creator is in a month's table: something to be paid or owed, or earnings of the month. */
function appearsInMonth({ month, currency }: MonthQuery): SQL {
  return sql`(available <> 0 or exists (
    select from creator_monthly_rollups m
    where m.creator_id = creators.creator_id and m.month = ${month} and m.currency = ${currency}
  ))`
}

/** The creators of a month by payable amount, and their number. */
export async function selectCreatorPayouts(
  db: Db,
  query: MonthQuery,
  { q, limit, offset }: LimitOffset & { q: string },
): Promise<{ rows: Array<CreatorRow>; total: number }> {
  const part = containsPattern(q)
  const searchFilter = q
    ? sql`and exists (select from users f where f.id = creators.creator_id and (f.email ilike ${part}
        or concat_ws(' ', f.first_name, f.last_name) ilike ${part}))`
    : sql``
  const { rows } = await db.execute<Omit<CreatorRow, 'earned' | 'available'> & Record<string, unknown>>(sql`
    ${creatorFundsCte(query)}, page as (
      select creator_id, available, count(*) over () as total
      from creators where ${appearsInMonth(query)} ${searchFilter}
      order by available desc, creator_id collate "C" limit ${limit} offset ${offset}
    )
    select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email,
      u.payout_method as "payoutMethod", u.payout_email as "payoutEmail", u.provider_account_state as "providerAccountState",
      u.provider_account_id as "providerAccountId", u.suspended_at as "suspendedAt",
      coalesce(m.net_amount, 0) as earned, page.available, page.total,
      (select count(*)::int from content_items c where c.creator_id = u.id and c.deleted_at is null) as "contentCount"
    from page join users u on u.id = page.creator_id
    left join creator_monthly_rollups m
      on m.creator_id = u.id and m.month = ${query.month} and m.currency = ${query.currency}
    order by page.available desc, u.id collate "C"`)
  return {
    rows: rows.map((row) => ({ ...row, earned: Number(row.earned), available: Number(row.available) })),
    total: Number(rows[0]?.total ?? 0),
  }
}

/** The number of creators in a month's table, and the sum payable to those with at least `minimum` minor units. */
export async function sumPayable(db: Db, query: MonthQuery, minimum: MinorUnits) {
  const { rows } = await db.execute<{ creators: string; ready: string }>(sql`
    ${creatorFundsCte(query)}
    select count(*) as creators, coalesce(sum(available) filter (where available >= ${minimum}), 0) as ready
    from creators where ${appearsInMonth(query)}`)
  return { creators: Number(rows[0]?.creators ?? 0), ready: Number(rows[0]?.ready ?? 0) }
}

export type MonthSums = { gross: MinorUnits; fee: MinorUnits; paidOut: MinorUnits; sales: number }

/** The sums of a month, by the entries of its days. */
export async function sumMonth(db: Db, month: string, currency: string): Promise<MonthSums> {
  const total = (column: PgColumn) => sql<string>`coalesce(sum(${column}), 0)`
  const [row] = await db
    .select({
      gross: total(creatorMonthlyRollups.grossAmount),
      fee: total(creatorMonthlyRollups.platformFeeAmount),
      paidOut: total(creatorMonthlyRollups.paidOutAmount),
      sales: total(creatorMonthlyRollups.saleCount),
    })
    .from(creatorMonthlyRollups)
    .where(and(eq(creatorMonthlyRollups.month, month), eq(creatorMonthlyRollups.currency, currency)))
  return {
    gross: Number(row?.gross ?? 0),
    fee: Number(row?.fee ?? 0),
    paidOut: Number(row?.paidOut ?? 0),
    sales: Number(row?.sales ?? 0),
  }
}

/** The first month with data, and the newest closed one. */
export async function findMonthRange(db: Db): Promise<{ first: string | null; closed: string | null }> {
  const [rollups] = await db.select({ first: min(creatorMonthlyRollups.month) }).from(creatorMonthlyRollups)
  const [reports] = await db.select({ closed: max(monthlyReports.month) }).from(monthlyReports)
  return { first: rollups?.first ?? null, closed: reports?.closed ?? null }
}

/** Stores a month with a row for each creator with a balance or changes. */
export async function insertReport(
  db: Db,
  { month, currency, closedAt, ...sums }: MonthSums & { month: string; currency: string; closedAt: Date },
): Promise<boolean> {
  const made = await db
    .insert(monthlyReports)
    .values({
      ...{ month, currency, closedAt },
      saleCount: sums.sales,
      grossAmount: sums.gross,
      platformFeeAmount: sums.fee,
      paidOutAmount: sums.paidOut,
    })
    .onConflictDoNothing()
    .returning({ month: monthlyReports.month })
  if (made.length === 0) return false
  await db.execute(sql`
    insert into monthly_report_lines (month, creator_id, first_name, last_name, email, payout_method, payout_email,
      sale_count, gross_amount, platform_fee_amount, net_amount, paid_out_amount, closing_balance_amount)
    select ${month}, u.id, u.first_name, u.last_name, u.email, u.payout_method, u.payout_email,
      sum(m.sale_count) filter (where m.month = ${month}), sum(m.gross_amount) filter (where m.month = ${month}),
      sum(m.platform_fee_amount) filter (where m.month = ${month}), sum(m.net_amount) filter (where m.month = ${month}),
      sum(m.paid_out_amount) filter (where m.month = ${month}), sum(m.net_amount - m.paid_out_amount)
    from (
      select * from creator_monthly_rollups where month <= ${month} and currency = ${currency}
      union all select creator_id, ${month}, ${currency}, 0, 0, 0, 0, 0
        from creator_monthly_rollups where month < ${month} and currency = ${currency} group by creator_id
    ) m join users u on u.id = m.creator_id
    group by u.id
    having bool_or(m.month = ${month} and (m.sale_count <> 0 or m.gross_amount <> 0 or m.net_amount <> 0 or m.paid_out_amount <> 0))
      or sum(m.net_amount - m.paid_out_amount) <> 0`)
  return true
}

export type ReportRow = typeof monthlyReports.$inferSelect
export type LineRow = typeof monthlyReportLines.$inferSelect

export async function selectMonthlyReports(db: Db): Promise<Array<ReportRow>> {
  return db.select().from(monthlyReports).orderBy(desc(monthlyReports.month))
}

export async function findMonthlyReport(db: Db, month: string): Promise<ReportRow | undefined> {
  const [row] = await db.select().from(monthlyReports).where(eq(monthlyReports.month, month))
  return row
}

/** In a stable order. */
export async function selectReportLines(db: Db, month: string): Promise<Array<LineRow>> {
  return db
    .select()
    .from(monthlyReportLines)
    .where(eq(monthlyReportLines.month, month))
    .orderBy(asc(monthlyReportLines.creatorId))
}

/** Rollups that differ from their recomputation; none on a healthy database. */
export async function findDriftedMonths(
  db: Db,
): Promise<Array<{ what: string; creator: string; month: string }>> {
  const { rows } = await db.execute<{ what: string; creator: string; month: string }>(sql`
    select 'month' as what, creator_id as creator, month from (
      (table creator_monthly_rollups except table creator_monthly_rollups_recomputed)
      union all (table creator_monthly_rollups_recomputed except table creator_monthly_rollups)
    ) months
    where (sale_count, gross_amount, platform_fee_amount, net_amount, paid_out_amount) is distinct from (0, 0, 0, 0, 0)
    union
    select 'sales', creator_id, month from (
      (table creator_monthly_sales_rollups except table creator_monthly_sales_rollups_recomputed)
      union all (table creator_monthly_sales_rollups_recomputed except table creator_monthly_sales_rollups)
    ) sold where net_amount <> 0`)
  return rows
}

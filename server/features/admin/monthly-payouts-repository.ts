import { and, asc, desc, eq, gte, max, min, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { MinorUnits } from '../../../contract/money.ts'
import type { Db } from '../../db/database.ts'
import {
  creatorMonthlyRollups,
  creatorMonthlyTaxRollups,
  monthlyReportLines,
  monthlyReports,
} from '../../db/schema/index.ts'

export type MonthSums = Record<'gross' | 'tax' | 'fee' | 'paidOut', MinorUnits> & { sales: number }

/** The sums of all creators' rollups of a month, in minor units. */
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
  const [taxes] = await db
    .select({ tax: total(creatorMonthlyTaxRollups.taxAmount) })
    .from(creatorMonthlyTaxRollups)
    .where(and(eq(creatorMonthlyTaxRollups.month, month), eq(creatorMonthlyTaxRollups.currency, currency)))
  return {
    gross: Number(row?.gross ?? 0),
    tax: Number(taxes?.tax ?? 0),
    fee: Number(row?.fee ?? 0),
    paidOut: Number(row?.paidOut ?? 0),
    sales: Number(row?.sales ?? 0),
  }
}

/** The same sums of every month from `first` on that has any. */
export async function sumMonthsSince(
  db: Db,
  first: string,
  currency: string,
): Promise<Map<string, Omit<MonthSums, 'paidOut' | 'tax'>>> {
  const { month, grossAmount, platformFeeAmount, saleCount } = creatorMonthlyRollups
  const rows = await db
    .select({
      month,
      gross: sql<string>`sum(${grossAmount})`,
      fee: sql<string>`sum(${platformFeeAmount})`,
      sales: sql<string>`sum(${saleCount})`,
    })
    .from(creatorMonthlyRollups)
    .where(and(gte(month, first), eq(creatorMonthlyRollups.currency, currency)))
    .groupBy(month)
  return new Map(
    rows.map((row) => [
      row.month,
      { gross: Number(row.gross), fee: Number(row.fee), sales: Number(row.sales) },
    ]),
  )
}

/** The first month with data, and the newest closed one. */
export async function findMonthRange(db: Db): Promise<{ first: string | null; lastClosed: string | null }> {
  const [rollups] = await db.select({ first: min(creatorMonthlyRollups.month) }).from(creatorMonthlyRollups)
  const [reports] = await db.select({ lastClosed: max(monthlyReports.month) }).from(monthlyReports)
  return { first: rollups?.first ?? null, lastClosed: reports?.lastClosed ?? null }
}

/** Stores a month with a row for each creator with a balance or changes. False when it is stored already. */
export async function insertReport(
  db: Db,
  { month, currency, closedAt, ...sums }: MonthSums & { month: string; currency: string; closedAt: Date },
): Promise<boolean> {
  const inserted = await db
    .insert(monthlyReports)
    .values({
      ...{ month, currency, closedAt },
      saleCount: sums.sales,
      grossAmount: sums.gross,
      platformFeeAmount: sums.fee,
      taxAmount: sums.tax,
      paidOutAmount: sums.paidOut,
    })
    .onConflictDoNothing()
    .returning({ month: monthlyReports.month })
  if (inserted.length === 0) return false
  await db.execute(sql`
    insert into monthly_report_lines (month, creator_id, first_name, last_name, email, payout_method, payout_email,
      sale_count, gross_amount, platform_fee_amount, net_amount, paid_out_amount, closing_balance_amount, tax_amount)
    select ${month}, u.id, u.first_name, u.last_name, u.email, u.payout_method, u.payout_mask,
      sum(m.sale_count) filter (where m.month = ${month}), sum(m.gross_amount) filter (where m.month = ${month}),
      sum(m.platform_fee_amount) filter (where m.month = ${month}), sum(m.net_amount) filter (where m.month = ${month}),
      sum(m.paid_out_amount) filter (where m.month = ${month}), sum(m.net_amount - m.paid_out_amount),
      coalesce((
        select t.tax_amount from creator_monthly_tax_rollups t
        where t.creator_id = u.id and t.month = ${month} and t.currency = ${currency}
      ), 0)
    from (
      select creator_id, month, sale_count, gross_amount, platform_fee_amount, net_amount, paid_out_amount
        from creator_monthly_rollups where month <= ${month} and currency = ${currency}
      union all select creator_id, ${month}, 0, 0, 0, 0, 0
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

/** The report's rows, by creator. */
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
): Promise<Array<{ rollup: string; creator: string; month: string }>> {
  const { rows } = await db.execute<{ rollup: string; creator: string; month: string }>(sql`
    select 'month' as rollup, creator_id as creator, month from (
      (table creator_monthly_rollups except table creator_monthly_rollups_recomputed)
      union all (table creator_monthly_rollups_recomputed except table creator_monthly_rollups)
    ) months
    where (sale_count, gross_amount, platform_fee_amount, net_amount, paid_out_amount) is distinct from (0, 0, 0, 0, 0)
    union
    select 'tax', creator_id, month from (
      (table creator_monthly_tax_rollups except table creator_monthly_tax_rollups_recomputed)
      union all (table creator_monthly_tax_rollups_recomputed except table creator_monthly_tax_rollups)
    ) taxes where tax_amount <> 0
    union
    select 'sales', creator_id, month from (
      (table creator_monthly_sales_rollups except table creator_monthly_sales_rollups_recomputed)
      union all (table creator_monthly_sales_rollups_recomputed except table creator_monthly_sales_rollups)
    ) sold where net_amount <> 0`)
  return rows
}

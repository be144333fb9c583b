import { and, asc, desc, eq, gte, inArray, lt, max, min, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { PayoutStage, PayoutStatus } from '../../../../contract/admin-payouts.ts'
import type { MinorUnits } from '../../../../contract/money.ts'
import type {
  AccountRestriction,
  ConnectedAccountState,
  PayoutMethod,
  PayoutState,
} from '../../../../contract/payouts.ts'
import { endOfMonth, parseMonth } from '../../../../domain/dates.ts'
import { subscriptionKinds } from '../../../../domain/ledger.ts'
import type { Db } from '../../../db/database.ts'
import { containsPattern } from '../../../db/rows.ts'
import {
  creatorMonthlyRollups,
  ledgerEntries,
  monthlyReportLines,
  monthlyReports,
} from '../../../db/schema/index.ts'
import type { LimitOffset } from '../../../http/pagination.ts'
import { appearsInMonth, creatorFundsCte, type MonthQuery } from '../../money/payouts/funds.ts'
import { payoutStatusSql } from '../../money/payouts/payout-status.ts'

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
      tax: total(creatorMonthlyRollups.taxAmount),
    })
    .from(creatorMonthlyRollups)
    .where(and(eq(creatorMonthlyRollups.month, month), eq(creatorMonthlyRollups.currency, currency)))
  return {
    gross: Number(row?.gross ?? 0),
    tax: Number(row?.tax ?? 0),
    fee: Number(row?.fee ?? 0),
    paidOut: Number(row?.paidOut ?? 0),
    sales: Number(row?.sales ?? 0),
  }
}

export type ProSums = Record<'proAmount' | 'proTaxAmount', MinorUnits>

/** What creators paid for Pro in a UTC month, less what was returned, and the tax in it. In minor units. */
export async function sumProMonth(db: Db, month: string, currency: string): Promise<ProSums> {
  const { account, amount, kind, createdAt, currency: entryCurrency } = ledgerEntries
  const on = (name: string) => sql<string>`coalesce(sum(${amount}) filter (where ${account} = ${name}), 0)`
  const period = parseMonth(month)
  const from = new Date(Date.UTC(period.year, period.month - 1))
  const [row] = await db
    .select({ outside: on('cash_clearing'), tax: on('tax_payable') })
    .from(ledgerEntries)
    .where(
      and(
        inArray(kind, subscriptionKinds),
        eq(entryCurrency, currency),
        gte(createdAt, from),
        lt(createdAt, endOfMonth(period)),
      ),
    )
  return { proAmount: 0 - Number(row?.outside ?? 0), proTaxAmount: Number(row?.tax ?? 0) }
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
  {
    month,
    currency,
    closedAt,
    ...sums
  }: MonthSums & ProSums & { month: string; currency: string; closedAt: Date },
): Promise<boolean> {
  const inserted = await db
    .insert(monthlyReports)
    .values({
      month,
      currency,
      closedAt,
      saleCount: sums.sales,
      grossAmount: sums.gross,
      platformFeeAmount: sums.fee,
      taxAmount: sums.tax,
      paidOutAmount: sums.paidOut,
      proAmount: sums.proAmount,
      proTaxAmount: sums.proTaxAmount,
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
      sum(m.tax_amount) filter (where m.month = ${month})
    from (
      select creator_id, month, sale_count, gross_amount, platform_fee_amount, net_amount, paid_out_amount, tax_amount
        from creator_monthly_rollups where month <= ${month} and currency = ${currency}
      union all select creator_id, ${month}, 0, 0, 0, 0, 0, 0
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

export async function selectReportLines(db: Db, month: string): Promise<Array<LineRow>> {
  return db
    .select()
    .from(monthlyReportLines)
    .where(eq(monthlyReportLines.month, month))
    .orderBy(asc(monthlyReportLines.creatorId))
}

export type CreatorRow = {
  id: string
  firstName: string | null
  lastName: string | null
  email: string
  payoutMethod: PayoutMethod | null
  payoutEmail: string | null
  payoutMask: string | null
  providerAccountState: ConnectedAccountState | null
  providerAccountId: string | null
  accountRestriction: AccountRestriction | null
  suspendedAt: Date | null
  payoutReminderSentAt: Date | null
  status: PayoutStatus
  payoutId: number | null
  payoutAmount: MinorUnits
  payoutState: PayoutState | null
  payoutRowMethod: string | null
  payoutPaidAt: Date | null
  earned: MinorUnits
  available: MinorUnits
  contentCount: number
}

export async function selectCreatorPayouts(
  db: Db,
  query: MonthQuery,
  { q, stage, limit, offset }: LimitOffset & { q: string; stage?: PayoutStage | undefined },
): Promise<{ rows: Array<CreatorRow>; total: number }> {
  const part = containsPattern(q)
  const searchFilter = q
    ? sql`and exists (select from users f where f.id = creators.creator_id and (f.email ilike ${part}
        or concat_ws(' ', f.first_name, f.last_name) ilike ${part}))`
    : sql``
  const { rows } = await db.execute<Omit<CreatorRow, 'earned' | 'available'> & Record<string, unknown>>(sql`
    ${creatorFundsCte(query)}, page as (
      select creators.creator_id, creators.available, count(*) over () as total
      from creators where ${appearsInMonth(query)} ${searchFilter} ${stageFilter(query, stage)}
      order by creators.available desc, creators.creator_id collate "C" limit ${limit} offset ${offset}
    )
    select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email,
      u.payout_method as "payoutMethod", u.payout_email as "payoutEmail", u.payout_mask as "payoutMask", u.provider_account_state as "providerAccountState",
      u.provider_account_id as "providerAccountId", u.provider_account_restriction as "accountRestriction", u.suspended_at as "suspendedAt", u.payout_reminder_sent_at as "payoutReminderSentAt",
      ${payoutStatusSql(query, sql`page.available`)} as status, payout.id as "payoutId", payout.amount as "payoutAmount", payout.state as "payoutState",
      payout.method as "payoutRowMethod", payout.paid_at as "payoutPaidAt",
      coalesce(m.net_amount, 0) as earned, page.available, page.total,
      (select count(*)::int from content_items c where c.creator_id = u.id and c.deleted_at is null) as "contentCount"
    from page join users u on u.id = page.creator_id
    left join creator_monthly_rollups m
      on m.creator_id = u.id and m.month = ${query.month} and m.currency = ${query.currency}
    left join lateral (
      select * from payouts p
      where p.creator_id = u.id and p.month = ${query.month} and p.state in ('processing', 'paid')
      order by p.created_at desc, p.id desc limit 1
    ) payout on true
    order by page.available desc, u.id collate "C"`)
  return {
    rows: rows.map((row) => ({
      ...row,
      earned: Number(row.earned),
      available: Number(row.available),
      payoutAmount: Number(row.payoutAmount ?? 0),
      payoutReminderSentAt: toDate(row.payoutReminderSentAt),
      payoutPaidAt: toDate(row.payoutPaidAt),
    })),
    total: Number(rows[0]?.total ?? 0),
  }
}

const payoutConditions = {
  paid: sql`p.state = 'paid'`,
  in_transit: sql`p.state = 'processing' and p.method = 'transfer'`,
  to_pay_manually: sql`p.state = 'processing' and p.method <> 'transfer'`,
}

function stageFilter(query: MonthQuery, stage: PayoutStage | undefined): SQL {
  if (stage === undefined) return sql``
  if (stage === 'paid' || stage === 'in_transit' || stage === 'to_pay_manually')
    return sql`and exists (select from payouts p
      where p.creator_id = creators.creator_id and p.month = ${query.month} and ${payoutConditions[stage]})`
  return sql`and exists (select from users u
    where u.id = creators.creator_id and ${payoutStatusSql(query, sql`creators.available`)} = ${stage})`
}

/** A raw query returns times as text. */
function toDate(value: Date | string | null): Date | null {
  return value === null ? null : new Date(value)
}

type RawStageSum = { stage: PayoutStage; creators: string; amount: string }
type StageSum = { stage: PayoutStage; creators: number; amount: MinorUnits }

/** What a run would do with the available balances of a month. */
export async function sumByPayoutStatus(db: Db, query: MonthQuery): Promise<Array<StageSum>> {
  const { rows } = await db.execute<RawStageSum>(sql`
    ${creatorFundsCte(query)}
    select ${payoutStatusSql(query, sql`creators.available`)} as stage, count(*) as creators, sum(creators.available) as amount
    from creators join users u on u.id = creators.creator_id where ${appearsInMonth(query)}
    group by 1`)
  return rows.map(toStageSum)
}

/** The payouts for a month that were not returned. */
export async function sumPayouts(db: Db, month: string): Promise<Array<StageSum>> {
  const { rows } = await db.execute<RawStageSum>(sql`
    select case when state = 'paid' then 'paid' when method = 'transfer' then 'in_transit' else 'to_pay_manually' end as stage,
      count(distinct creator_id) as creators, sum(amount) as amount
    from payouts where month = ${month} and state in ('processing', 'paid')
    group by 1`)
  return rows.map(toStageSum)
}

/** The number of creators in a month's table, and the sum payable to those with at least the minimum payout. */
export async function sumPayable(db: Db, query: MonthQuery) {
  const { rows } = await db.execute<{ creators: string; readyAmount: string }>(sql`
    ${creatorFundsCte(query)}
    select count(*) as creators, coalesce(sum(available) filter (where available >= ${query.minimum}), 0) as "readyAmount"
    from creators where ${appearsInMonth(query)}`)
  return { creators: Number(rows[0]?.creators ?? 0), readyAmount: Number(rows[0]?.readyAmount ?? 0) }
}

function toStageSum({ stage, creators, amount }: RawStageSum): StageSum {
  return { stage, creators: Number(creators), amount: Number(amount) }
}

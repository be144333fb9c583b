import { and, between, desc, eq, gt, gte, inArray, lt, sql } from 'drizzle-orm'
import type { PaidAmount } from '../../../../domain/chart-buckets.ts'
import { addDays, type Day } from '../../../../domain/dates.ts'
import { creatorAccount } from '../../../../domain/ledger.ts'
import type { Db } from '../../../db/database.ts'
import {
  checkouts,
  contentDailyRollups,
  contentItems,
  contentRollups,
  creatorDailyRollups,
  disputes,
  ledgerEntries,
  purchases,
  refunds,
} from '../../../db/schema/index.ts'

export type DateRange = { from: Day; to: Day }

/** The items that figures cover: all items of a creator, or one of them. */
export type Scope = { creatorId: string; contentId?: number | undefined }

export async function findContentTotals(db: Db, { id, creatorId }: { id: number; creatorId: string }) {
  const [row] = await db
    .select({
      currency: contentItems.currency,
      pricingModel: contentItems.pricingModel,
      views: sql<number>`coalesce(${contentRollups.viewCount}, 0)`,
      sales: sql<number>`coalesce(${contentRollups.purchaseCount}, 0)`,
      netEarnings: sql<string>`coalesce(${contentRollups.netAmount}, 0)`,
    })
    .from(contentItems)
    .leftJoin(contentRollups, eq(contentRollups.contentId, contentItems.id))
    .where(and(eq(contentItems.id, id), eq(contentItems.creatorId, creatorId)))
  return row && { ...row, netEarnings: Number(row.netEarnings) }
}

const maxCountedSales = 5_000

export async function countCheckouts(db: Db, contentId: number): Promise<number> {
  return db.$count(checkouts, and(eq(checkouts.contentId, contentId), gt(checkouts.amount, 0)))
}

export async function countPaidAmounts(db: Db, contentId: number): Promise<Array<PaidAmount>> {
  const newest = db
    .select({ amount: purchases.amount })
    .from(purchases)
    .where(and(eq(purchases.contentId, contentId), gt(purchases.amount, 0)))
    .orderBy(desc(purchases.paidAt))
    .limit(maxCountedSales)
    .as('newest')
  return db
    .select({ amount: newest.amount, sales: sql<number>`count(*)::int` })
    .from(newest)
    .groupBy(newest.amount)
}

export async function findContentDays(db: Db, contentId: number, { from, to }: DateRange) {
  return db
    .select({
      day: contentDailyRollups.day,
      views: contentDailyRollups.viewCount,
      sales: contentDailyRollups.purchaseCount,
      netAmount: contentDailyRollups.netAmountDelta,
    })
    .from(contentDailyRollups)
    .where(and(eq(contentDailyRollups.contentId, contentId), between(contentDailyRollups.day, from, to)))
}

export async function findActiveDays(db: Db, scope: Scope, { from, to }: DateRange) {
  const { table, isInScope } = rollupsOf(scope)
  const { day, viewCount, purchaseCount, saleCountDelta, netAmountDelta: netEarnings } = table
  return db
    .select({ day, views: viewCount, sales: purchaseCount, saleCountDelta, netEarnings })
    .from(table)
    .where(and(isInScope, between(day, from, to)))
    .orderBy(day)
}

/** The creator's share of refunds and disputes of each day; negative on a day when more was undone than reversed. */
export async function sumReversalsByDay(db: Db, { creatorId, contentId }: Scope, { from, to }: DateRange) {
  const day = sql<Day>`(${ledgerEntries.createdAt} at time zone 'UTC')::date::text`
  const rows = await db
    .select({ day, amount: sql<string>`-sum(${ledgerEntries.amount})` })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.account, creatorAccount(creatorId)),
        // The same kinds as in the partial index ledger_entries_reversals.
        sql`${ledgerEntries.kind} in ('refund', 'refund_reversal', 'dispute', 'dispute_reversal')`,
        gte(ledgerEntries.createdAt, new Date(from)),
        lt(ledgerEntries.createdAt, new Date(addDays(to, 1))),
        contentId === undefined ? undefined : inArray(ledgerEntries.reference, reversalReferences(contentId)),
      ),
    )
    .groupBy(sql`1`)
  return new Map(rows.map((row) => [row.day, Number(row.amount)]))
}

/** The references of an item's refunds and disputes, as in `postingReferences`. */
function reversalReferences(contentId: number) {
  const isOfItem = sql`${purchases.contentId} = ${contentId}`
  return sql`(
    select 'refund/' || ${refunds.id} from ${refunds} join ${purchases} on ${purchases.id} = ${refunds.purchaseId}
    where ${isOfItem}
    union all
    select 'dispute/' || ${disputes.id} || '/' || posting
    from ${disputes} join ${purchases} on ${purchases.id} = ${disputes.purchaseId}
    cross join generate_series(1, ${disputes.postingCount}) as posting where ${isOfItem})`
}

export async function findFirstActiveDay(db: Db, scope: Scope): Promise<Day | undefined> {
  const { table, isInScope } = rollupsOf(scope)
  const [row] = await db.select({ day: table.day }).from(table).where(isInScope).orderBy(table.day).limit(1)
  return row?.day
}

function rollupsOf({ creatorId, contentId }: Scope) {
  if (contentId === undefined)
    return { table: creatorDailyRollups, isInScope: eq(creatorDailyRollups.creatorId, creatorId) }
  const { contentId: id, creatorId: owner } = contentDailyRollups
  return { table: contentDailyRollups, isInScope: and(eq(id, contentId), eq(owner, creatorId)) }
}

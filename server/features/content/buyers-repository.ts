import { and, count, desc, eq, lt, ne, or, sql } from 'drizzle-orm'
import type { Supporter } from '../../../contract/content.ts'
import type { Db } from '../../db/database.ts'
import { checkouts, purchases } from '../../db/schema/index.ts'

const hasUnreversedAmount = lt(
  sql`${purchases.refundedAmount} + ${purchases.disputedAmount}`,
  purchases.amount,
)

/** The sales behind a typical amount. The maximum limits the work of each page view. */
const typicalAmountSales = { min: 5, max: 200 }

/** The median of an item's newest sales, in minor units; undefined while there are too few. */
export async function findTypicalAmount(db: Db, contentId: number): Promise<number | undefined> {
  const newest = db
    .select({ amount: purchases.amount })
    .from(purchases)
    .where(and(eq(purchases.contentId, contentId), hasUnreversedAmount))
    .orderBy(desc(purchases.paidAt), desc(purchases.id))
    .limit(typicalAmountSales.max)
    .as('newest')
  const [row] = await db
    .select({
      median: sql<string | null>`percentile_disc(0.5) within group (order by ${newest.amount})`,
      saleCount: count(),
    })
    .from(newest)
  if (!row?.median || row.saleCount < typicalAmountSales.min) return undefined
  return Number(row.median)
}

/** Buyers with a name or message who did not choose privacy, newest first. Refunded purchases are excluded. */
export async function selectRecentSupporters(
  db: Db,
  contentId: number,
  limit: number,
): Promise<Array<Supporter>> {
  const { supporterName: name, supporterMessage: message, isSupporterPrivate } = checkouts
  const rows = await db
    .select({ name, message, paidAt: purchases.paidAt })
    .from(purchases)
    .innerJoin(checkouts, eq(checkouts.id, purchases.checkoutId))
    .where(
      and(
        eq(purchases.contentId, contentId),
        eq(isSupporterPrivate, false),
        or(ne(name, ''), ne(message, '')),
        hasUnreversedAmount,
      ),
    )
    .orderBy(desc(purchases.paidAt), desc(purchases.id))
    .limit(limit)
  return rows.map((row) => ({ ...row, paidAt: row.paidAt.toISOString() }))
}

import { and, desc, eq, gt, gte, inArray, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { normalizeEmail } from '../../../../contract/email-address.ts'
import { limits } from '../../../../contract/limits.ts'
import type { OrderNumber } from '../../../../contract/order-number.ts'
import type { Sale, SalesFilter } from '../../../../contract/sales.ts'
import { addDays, startOfDayIn } from '../../../../domain/dates.ts'
import { creatorAccount, earningKinds } from '../../../../domain/ledger.ts'
import { readOrderNumber } from '../../../../domain/order-number.ts'
import { maxCountedSales } from '../../../../domain/sale-milestones.ts'
import type { Db } from '../../../db/database.ts'
import { containsPattern, prefixPattern, sumOf } from '../../../db/rows.ts'
import {
  accessGrants,
  checkouts,
  contentItems,
  deliveries,
  discounts,
  ledgerRollups,
  purchases,
  refundRequests,
} from '../../../db/schema/index.ts'
import type { Cursor } from '../../../http/pagination.ts'
import type { PurchaseRow } from '../../buying/purchases/repository.ts'
import {
  postingReferences,
  selectDisputes,
  selectRefunds,
} from '../../buying/purchases/reversals-repository.ts'
import { findEntriesByReferences } from '../../money/ledger/repository.ts'
import { type DeliveryRow, isOfPurchase } from '../../telling/deliveries/repository.ts'

/** The newest refund request that waits for the creator or the admin; null after a full refund. */
const pendingRefundRequestId = sql<number | null>`(select ${refundRequests.id} from ${refundRequests}
  where ${refundRequests.purchaseId} = ${purchases.id} and ${refundRequests.state} in ('requested', 'in_review')
  and ${purchases.refundedAmount} < ${purchases.amount} order by ${refundRequests.createdAt} desc limit 1)`.mapWith(
  Number,
)

/** What somebody got free is no sale. */
export const isSold = sql`${purchases.amount} > 0`

export type SaleRow = Awaited<ReturnType<typeof selectSales>>[number]

export async function selectSales(
  db: Db,
  creatorId: string,
  page: { filter: Filter; after: Cursor | undefined; limit: number },
) {
  const ids = await pageIdsQuery(db, creatorId, page)
  return baseSaleQuery(db)
    .where(inArray(purchases.id, sql`(select id from (${ids}) as page)`))
    .orderBy(...newestFirst)
}

export function cursorOf({ purchase }: Pick<SaleRow, 'purchase'>): Cursor {
  return { at: purchase.paidAt, id: purchase.id }
}

/** A sale of any creator; the caller authorizes. */
export async function findSale(db: Db, orderNumber: OrderNumber): Promise<SaleRow | undefined> {
  const [row] = await baseSaleQuery(db).where(and(eq(purchases.orderNumber, orderNumber), isSold))
  return row
}

/** A purchase of any creator, also of what was free. */
export async function findOrder(db: Db, orderNumber: OrderNumber): Promise<SaleRow | undefined> {
  const [row] = await baseSaleQuery(db).where(eq(purchases.orderNumber, orderNumber))
  return row
}

/** A creator's number of sales, from a stored count. */
export function countSales(db: Db, creatorId: string): Promise<number> {
  const { account, kind, entryCount } = ledgerRollups
  return sumOf(db, entryCount, and(eq(account, creatorAccount(creatorId)), eq(kind, 'sale')))
}

/** How many sales a creator had when a sale was made, with it; no more are counted than milestones need. */
export function countSalesUntil(db: Db, { creatorId, id }: PurchaseRow): Promise<number> {
  const earlier = db
    .select({ id: purchases.id })
    .from(purchases)
    .where(and(eq(purchases.creatorId, creatorId), gt(purchases.amount, 0), lte(purchases.id, id)))
    .limit(maxCountedSales)
  return db.$count(earlier)
}

/** The order number of the newest sale; null without one. */
export async function findLatestSaleId(db: Db, creatorId: string): Promise<OrderNumber | null> {
  const [row] = await db
    .select({ id: purchases.orderNumber })
    .from(purchases)
    .where(and(eq(purchases.creatorId, creatorId), isSold))
    .orderBy(...newestFirst)
    .limit(1)
  return row?.id ?? null
}

/** The entries of a sale and its reversals, oldest posting first. */
export async function selectSaleEntries(db: Db, { id, orderNumber }: PurchaseRow) {
  const reversals = {
    refunds: await selectRefunds(db, id),
    disputes: await selectDisputes(db, id),
  }
  return findEntriesByReferences(db, postingReferences(orderNumber, reversals), earningKinds)
}

/** The newest emails about this purchase only, oldest first. Without those that were never sent because they became obsolete. */
export async function selectEmailsOfPurchase(db: Db, purchaseId: number): Promise<Array<DeliveryRow>> {
  const newest = await db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.channel, 'email'), ne(deliveries.state, 'dropped'), isOfPurchase(purchaseId)))
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(limits.maxListed.emailsOfPurchase)
  return newest.reverse()
}

/** An item or a bundle; with what the buyer owned, an upgrade or the rest of a bundle. */
export const soldAs = sql<Sale['soldAs']>`case when ${checkouts.ownedContentIds} = '[]'::jsonb
  then case when ${contentItems.isBundle} then 'bundle' else 'item' end
  else case when ${contentItems.isBundle} then 'rest_of_bundle' else 'upgrade' end end`

/** The title of the item whose owner paid the difference. */
export const upgradedFrom = sql<
  string | null
>`case when ${checkouts.ownedContentIds} <> '[]'::jsonb and not ${contentItems.isBundle} then
  (select lesser.title from content_items lesser where lesser.id = (${checkouts.ownedContentIds} ->> 0)::bigint) end`

function baseSaleQuery(db: Db) {
  return db
    .select({
      purchase: purchases,
      grant: accessGrants,
      title: contentItems.title,
      slug: contentItems.slug,
      item: {
        releaseAt: contentItems.releaseAt,
        releaseTimeZone: contentItems.releaseTimeZone,
        deletedAt: contentItems.deletedAt,
        takenDownAt: contentItems.takenDownAt,
      },
      soldAs,
      upgradedFrom,
      discountCode: discounts.code,
      supporterNote: {
        supporterName: checkouts.supporterName,
        message: checkouts.supporterMessage,
        isSupporterPrivate: checkouts.isSupporterPrivate,
        source: checkouts.utmParameters,
      },
      refundRequest: pendingRefundRequestId,
    })
    .from(purchases)
    .innerJoin(accessGrants, eq(accessGrants.purchaseId, purchases.id))
    .innerJoin(checkouts, eq(checkouts.id, purchases.checkoutId))
    .innerJoin(contentItems, eq(contentItems.id, purchases.contentId))
    .leftJoin(discounts, eq(discounts.id, purchases.discountId))
    .$dynamic()
}

export type Filter = z.output<typeof SalesFilter>
type Page = { filter: Filter; after: Cursor | undefined; limit: number }

/** Up to this many matching items are read one by one; with more, the sales are scanned instead. */
const maxItemsForLateral = 200

/** Builds the query for the ids of a page of sales; each kind of search has its own index. */
async function pageIdsQuery(db: Db, creatorId: string, { filter, after, limit }: Page): Promise<SQL> {
  const matchesFilter = and(
    eq(purchases.creatorId, creatorId),
    isSold,
    ...filterConditions(filter),
    ...(after ? [beforeCursor(after)] : []),
  )
  const q = filter.q ?? ''
  if (q === '') return newestSalesQuery(matchesFilter, limit)
  const orderNumber = readOrderNumber(q)

  const matchingContent = contentByTitleQuery(creatorId, q)
  const items = (await db.execute<{ id: string }>(sql`${matchingContent} limit ${maxItemsForLateral + 1}`))
    .rows
  // A rare state has fewer sales in total than the items have, so scanning its sales is cheaper.
  const usesLateralPerItem = items.length <= maxItemsForLateral && (!filter.state || filter.state === 'paid')
  const subqueries = [
    newestSalesQuery(
      and(
        matchesFilter,
        sql`lower(${purchases.buyerEmail}) like ${prefixPattern(normalizeEmail(q).toLowerCase())}`,
      ),
      limit,
    ),
    ...(orderNumber === undefined
      ? []
      : [newestSalesQuery(and(matchesFilter, eq(purchases.orderNumber, orderNumber)), limit)]),
    ...(items.length > 0 && !usesLateralPerItem
      ? [newestSalesQuery(and(matchesFilter, inArray(purchases.contentId, sql`(${matchingContent})`)), limit)]
      : []),
    ...(items.length > 0 && usesLateralPerItem
      ? [newestPerItemQuery(matchingContent, matchesFilter, limit)]
      : []),
  ]
  const union = sql.join(subqueries, sql` union `)
  return sql`select id, paid_at from (${union}) as matching order by paid_at desc, id desc limit ${limit}`
}

function newestSalesQuery(where: SQL | undefined, limit: number): SQL {
  return sql`(select ${purchases.id}, ${purchases.paidAt} from ${purchases} where ${where}
    order by ${purchases.paidAt} desc, ${purchases.id} desc limit ${limit})`
}

/** The newest sales of each item, so that no item's long history is read for a page. */
function newestPerItemQuery(items: SQL, where: SQL | undefined, limit: number): SQL {
  const one = and(where, sql`${purchases.contentId} = item.id`)
  return sql`(select sold.id, sold.paid_at from (${items}) as item
    cross join lateral ${newestSalesQuery(one, limit)} as sold order by sold.paid_at desc, sold.id desc limit ${limit})`
}

/** The condition on the search text, of title and description, has an index. */
function contentByTitleQuery(creatorId: string, q: string): SQL {
  const part = containsPattern(q)
  return sql`select ${contentItems.id} from ${contentItems} where ${contentItems.creatorId} = ${creatorId}
    and content_items.search_text like lower(${part}) and lower(${contentItems.title}) like lower(${part})`
}

function filterConditions({ item, discount, state, from, to, timeZone }: Filter): Array<SQL | undefined> {
  return [
    item === undefined ? undefined : eq(purchases.contentId, item),
    discount === undefined
      ? undefined
      : sql`${purchases.discountId} in (select ${discounts.id} from ${discounts}
          where ${discounts.id} = ${discount} or ${discounts.batchId} = ${discount})`,
    state === undefined ? undefined : stateConditions[state],
    from === undefined ? undefined : gte(purchases.paidAt, startOfDayIn(from, timeZone)),
    to === undefined ? undefined : lt(purchases.paidAt, startOfDayIn(addDays(to, 1), timeZone)),
  ]
}

/** The condition of the index on sales with reversals. */
const hasReversal = or(gt(purchases.refundedAmount, 0), gt(purchases.disputedAmount, 0))
const isFullyRefunded = eq(purchases.refundedAmount, purchases.amount)
const isDisputed = gt(purchases.disputedAmount, 0)

/** The same rules as `saleState` in the domain. */
const stateConditions: Record<NonNullable<Filter['state']>, SQL | undefined> = {
  paid: and(eq(purchases.refundedAmount, 0), eq(purchases.disputedAmount, 0)),
  partially_refunded: and(
    hasReversal,
    eq(purchases.disputedAmount, 0),
    lt(purchases.refundedAmount, purchases.amount),
  ),
  refunded: and(hasReversal, eq(purchases.disputedAmount, 0), isFullyRefunded),
  disputed: and(hasReversal, isDisputed),
  refund_requested: and(
    lt(purchases.refundedAmount, purchases.amount),
    sql`${purchases.id} in (select ${refundRequests.purchaseId} from ${refundRequests} where ${refundRequests.state} in ('requested', 'in_review'))`,
  ),
}

function beforeCursor({ at, id }: Cursor): SQL {
  return sql`(${purchases.paidAt}, ${purchases.id}) < (${at}::timestamptz, ${id})`
}

const newestFirst = [desc(purchases.paidAt), desc(purchases.id)]

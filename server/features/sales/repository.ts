import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { limits } from '../../../contract/limits.ts'
import type { OrderNumber } from '../../../contract/order-number.ts'
import { creatorAccount, earningKinds } from '../../../domain/ledger.ts'
import type { Db } from '../../db/database.ts'
import {
  accessGrants,
  checkouts,
  contentItems,
  ledgerRollups,
  outboxEmails,
  purchases,
  refundRequests,
} from '../../db/schema/index.ts'
import type { Cursor } from '../../http/pagination.ts'
import { findEntriesByReferences } from '../ledger/repository.ts'
import type { PurchaseRow } from '../purchases/repository.ts'
import { postingReferences, selectDisputes, selectRefunds } from '../purchases/reversals-repository.ts'
import { type Filter, newestFirst, pageIdsQuery } from './list-sales-query.ts'

/** The newest refund request that waits for the creator or the admin; null after a full refund. */
const pendingRefundRequestId = sql<number | null>`(select ${refundRequests.id} from ${refundRequests}
  where ${refundRequests.purchaseId} = ${purchases.id} and ${refundRequests.state} in ('requested', 'in_review')
  and ${purchases.refundedAmount} < ${purchases.amount} order by ${refundRequests.createdAt} desc limit 1)`.mapWith(
  Number,
)

export type SaleRow = Awaited<ReturnType<typeof selectSales>>[number]

/** A page of a creator's sales, newest first. */
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

/** The cursor after this sale. */
export function cursorOf({ purchase }: Pick<SaleRow, 'purchase'>): Cursor {
  return { at: purchase.paidAt, id: purchase.id }
}

/** A sale of any creator; the caller authorizes. */
export async function findSale(db: Db, orderNumber: OrderNumber): Promise<SaleRow | undefined> {
  const [row] = await baseSaleQuery(db).where(eq(purchases.orderNumber, orderNumber))
  return row
}

/** A creator's number of sales, from a stored count. */
export async function countSales(db: Db, creatorId: string): Promise<number> {
  const [row] = await db
    .select({ entries: sql<string>`coalesce(sum(${ledgerRollups.entryCount}), 0)` })
    .from(ledgerRollups)
    .where(and(eq(ledgerRollups.account, creatorAccount(creatorId)), eq(ledgerRollups.kind, 'sale')))
  return Number(row?.entries ?? 0)
}

/** The order number of the newest sale; null without one. */
export async function findLatestSaleId(db: Db, creatorId: string): Promise<OrderNumber | null> {
  const [row] = await db
    .select({ id: purchases.orderNumber })
    .from(purchases)
    .where(eq(purchases.creatorId, creatorId))
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

/** The newest emails about this purchase only, oldest first. */
export async function selectEmailsOfPurchase(db: Db, purchaseId: number) {
  const newest = await db
    .select()
    .from(outboxEmails)
    .where(eq(sql`(${outboxEmails.data} ->> 'purchaseId')`, String(purchaseId)))
    .orderBy(desc(outboxEmails.createdAt), desc(outboxEmails.id))
    .limit(limits.maxListed.emailsOfPurchase)
  return newest.reverse()
}

function baseSaleQuery(db: Db) {
  return db
    .select({
      purchase: purchases,
      grant: accessGrants,
      title: contentItems.title,
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
    .$dynamic()
}

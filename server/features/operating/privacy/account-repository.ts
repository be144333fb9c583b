import { and, asc, count, eq, gt, inArray, lt } from 'drizzle-orm'
import { openRefundStates } from '../../../../domain/refund.ts'
import type { Db } from '../../../db/database.ts'
import { rowsByKey } from '../../../db/pages-by-key.ts'
import {
  checkouts,
  contentItems,
  contentParts,
  disputes,
  files,
  ledgerEntries,
  payouts,
  purchases,
  refundRequests,
  subscriptions,
} from '../../../db/schema/index.ts'
import { countSales } from '../../earning/sales/repository.ts'
import { countContent } from '../../selling/content/repository.ts'

/** Rows per query, so that a large account is never in memory as a whole. */
const pageSize = 1_000

/** Every row by ascending id, page by page. */
function paginateAll<R>(page: (after: number) => Promise<Array<R>>, idOf: (row: R) => number) {
  return rowsByKey((after: number | undefined) => page(after ?? 0), { keyOf: idOf, pageSize })
}

export function streamContent(db: Db, creatorId: string) {
  return paginateAll(
    (after) =>
      db
        .select()
        .from(contentItems)
        .where(and(eq(contentItems.creatorId, creatorId), gt(contentItems.id, after)))
        .orderBy(asc(contentItems.id))
        .limit(pageSize),
    ({ id }) => id,
  )
}

/** What a creator's items consist of, and what was removed from them. */
export function streamParts(db: Db, creatorId: string) {
  return paginateAll(
    (after) =>
      db
        .select({ part: contentParts, file: files, deletedAt: contentItems.deletedAt })
        .from(contentParts)
        .innerJoin(contentItems, eq(contentItems.id, contentParts.contentId))
        .leftJoin(files, eq(files.id, contentParts.fileId))
        .where(and(eq(contentItems.creatorId, creatorId), gt(contentParts.id, after)))
        .orderBy(asc(contentParts.id))
        .limit(pageSize),
    ({ part }) => part.id,
  )
}

/** Only what the export has: to read all columns of a million sales takes several times as long. */
const exportedSale = {
  purchase: {
    id: purchases.id,
    orderNumber: purchases.orderNumber,
    paidAt: purchases.paidAt,
    contentId: purchases.contentId,
    buyerEmail: purchases.buyerEmail,
    currency: purchases.currency,
    amount: purchases.amount,
    taxAmount: purchases.taxAmount,
    taxRefundedAmount: purchases.taxRefundedAmount,
    platformFeeAmount: purchases.platformFeeAmount,
    platformFeeRefundedAmount: purchases.platformFeeRefundedAmount,
    refundedAmount: purchases.refundedAmount,
    disputedAmount: purchases.disputedAmount,
  },
  checkout: {
    supporterName: checkouts.supporterName,
    supporterMessage: checkouts.supporterMessage,
    isSupporterPrivate: checkouts.isSupporterPrivate,
    utmParameters: checkouts.utmParameters,
  },
  title: contentItems.title,
}

export function streamSales(db: Db, creatorId: string) {
  return paginateAll(
    (after) =>
      db
        .select(exportedSale)
        .from(purchases)
        .innerJoin(checkouts, eq(checkouts.id, purchases.checkoutId))
        .innerJoin(contentItems, eq(contentItems.id, purchases.contentId))
        .where(and(eq(purchases.creatorId, creatorId), gt(purchases.id, after)))
        .orderBy(asc(purchases.id))
        .limit(pageSize),
    ({ purchase }) => purchase.id,
  )
}

const exportedEntry = {
  id: ledgerEntries.id,
  createdAt: ledgerEntries.createdAt,
  kind: ledgerEntries.kind,
  reference: ledgerEntries.reference,
  amount: ledgerEntries.amount,
  currency: ledgerEntries.currency,
}

export function streamLedgerEntries(db: Db, account: string) {
  return paginateAll(
    (after) =>
      db
        .select(exportedEntry)
        .from(ledgerEntries)
        .where(and(eq(ledgerEntries.account, account), gt(ledgerEntries.id, after)))
        .orderBy(asc(ledgerEntries.id))
        .limit(pageSize),
    ({ id }) => id,
  )
}

export function streamPayouts(db: Db, creatorId: string) {
  return paginateAll(
    (after) =>
      db
        .select()
        .from(payouts)
        .where(and(eq(payouts.creatorId, creatorId), gt(payouts.id, after)))
        .orderBy(asc(payouts.id))
        .limit(pageSize),
    ({ id }) => id,
  )
}

export async function selectSubscriptions(db: Db, userId: string) {
  return db.select().from(subscriptions).where(eq(subscriptions.userId, userId))
}

/** Published items, and sales whose buyers keep access. */
export async function countRemaining(db: Db, creatorId: string): Promise<{ items: number; sales: number }> {
  return {
    items: await countContent(db, creatorId),
    sales: await countSales(db, creatorId),
  }
}

/** A creator's refunds that are not decided or not made yet, and disputes that a bank has not decided. */
export async function countOpenCases(
  db: Db,
  creatorId: string,
): Promise<{ requests: number; disputes: number }> {
  const isUndecided = inArray(refundRequests.state, openRefundStates)
  const [requests] = await db
    .select({ count: count() })
    .from(refundRequests)
    .innerJoin(purchases, eq(purchases.id, refundRequests.purchaseId))
    .where(
      and(eq(purchases.creatorId, creatorId), isUndecided, lt(purchases.refundedAmount, purchases.amount)),
    )
  const [open] = await db
    .select({ count: count() })
    .from(disputes)
    .where(and(eq(disputes.creatorId, creatorId), eq(disputes.state, 'open')))
  return { requests: requests?.count ?? 0, disputes: open?.count ?? 0 }
}

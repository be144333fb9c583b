import { and, count, eq, gt, inArray, lt } from 'drizzle-orm'
import { openRefundStates } from '../../../../domain/refund.ts'
import type { Db } from '../../../db/database.ts'
import {
  contentItems,
  disputes,
  isWaitingPurchase,
  licenseWaits,
  purchases,
  refundRequests,
} from '../../../db/schema/index.ts'
import { countSales } from '../../earning/sales/repository.ts'
import { countContent } from '../../selling/content/repository.ts'

/** Published items, and sales whose buyers keep access. */
export async function countRemaining(db: Db, creatorId: string): Promise<{ items: number; sales: number }> {
  return {
    items: await countContent(db, creatorId),
    sales: await countSales(db, creatorId),
  }
}

/**
 * A creator's refunds that are not decided or not made yet, disputes that a bank has not decided, purchases whose buyers
 * paid before a release day that has not come, and those who wait for a license key.
 */
export async function countOpenCases(db: Db, creatorId: string) {
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
  const [waiting] = await db
    .select({ count: count() })
    .from(purchases)
    .innerJoin(contentItems, eq(contentItems.id, purchases.contentId))
    .where(and(eq(contentItems.creatorId, creatorId), isWaitingPurchase, gt(purchases.amount, 0)))
  const keyless = await db.$count(licenseWaits, eq(licenseWaits.creatorId, creatorId))
  return {
    requests: requests?.count ?? 0,
    disputes: open?.count ?? 0,
    waiting: waiting?.count ?? 0,
    keyless,
  }
}

import { and, count, desc, eq, gt, inArray, isNotNull, lt, lte, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/database.ts'
import { hasRow, insertRows, sumOf, updateRow } from '../../../db/rows.ts'
import { contentItems, purchases, refundRequests, users } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import type { PurchaseRow } from './repository.ts'
import { updateReservedAmounts } from './reserved-amounts.ts'

export type RefundRequestRow = typeof refundRequests.$inferSelect
export type RefundRequestWithPurchase = { request: RefundRequestRow; purchase: PurchaseRow; title: string }

/** Pending, and not refunded in another way in the meantime. */
const isPending = and(eq(refundRequests.state, 'requested'), lt(purchases.refundedAmount, purchases.amount))

/** Neither refunded nor held by a dispute completely. */
const isRefundable = sql`${purchases.refundedAmount} + ${purchases.disputedAmount} < ${purchases.amount}`
/** Waits for the admin, and not refunded in another way in the meantime. */
const isInReview = and(eq(refundRequests.state, 'in_review'), lt(purchases.refundedAmount, purchases.amount))

export async function findRefundRequest(db: Db, id: number): Promise<RefundRequestWithPurchase | undefined> {
  const [row] = await baseRequestQuery(db).where(eq(refundRequests.id, id))
  return row
}

/** Refund requests of a creator's sales: pending ones first, then the newest. */
export async function selectRefundRequestsOf(db: Db, creatorId: string, limit: number) {
  return baseRequestQuery(db)
    .where(eq(purchases.creatorId, creatorId))
    .orderBy(desc(sql`(${isPending})`), desc(refundRequests.createdAt), desc(refundRequests.id))
    .limit(limit)
}

/** The number of pending requests, their amount in minor units, and the oldest one. */
export async function findPendingSummary(db: Db, creatorId: string) {
  const isPendingOfCreator = and(isPending, eq(purchases.creatorId, creatorId))
  const [row] = await db
    .select({
      pendingCount: count(),
      pendingAmount: sql<string>`coalesce(sum(${refundRequests.amount}), 0)`,
    })
    .from(refundRequests)
    .innerJoin(purchases, eq(purchases.id, refundRequests.purchaseId))
    .where(isPendingOfCreator)
  if (!row || row.pendingCount === 0) return { pendingCount: 0, pendingAmount: 0, oldestPendingId: null }
  const [oldest] = await baseRequestQuery(db)
    .where(isPendingOfCreator)
    .orderBy(refundRequests.createdAt, refundRequests.id)
    .limit(1)
  return {
    pendingCount: row.pendingCount,
    pendingAmount: Number(row.pendingAmount),
    oldestPendingId: oldest?.request.id ?? null,
  }
}

/** Approved refunds in minor units that the card provider has not confirmed. */
export function sumInProgress(db: Db, purchaseId: number): Promise<number> {
  const { amount, state } = refundRequests
  return sumOf(db, amount, and(eq(refundRequests.purchaseId, purchaseId), eq(state, 'processing')))
}

/** The refund of the part of an item that was taken down from a bundle. */
export type ShareRefund = { amount: number; state: 'processing' | 'refunded' | 'failed' }

/** By item. There is at most one of each. */
export async function selectShareRefunds(db: Db, purchaseId: number): Promise<Map<number, ShareRefund>> {
  const rows = await db
    .select()
    .from(refundRequests)
    .where(and(eq(refundRequests.purchaseId, purchaseId), isNotNull(refundRequests.contentId)))
  return new Map(
    rows.flatMap(({ contentId, amount, state }) => {
      const isMade = state === 'processing' || state === 'refunded' || state === 'failed'
      return contentId !== null && isMade ? [[contentId, { amount, state }] as const] : []
    }),
  )
}

type Decision = Partial<
  Pick<
    RefundRequestRow,
    | 'state'
    | 'amount'
    | 'decidedAt'
    | 'decidedBy'
    | 'decisionMessage'
    | 'objectedAt'
    | 'objectionMessage'
    | 'nextAttemptAt'
  >
>

/**
 * Stores a decision, once. Undefined when the request is no longer in the state that it was decided in. The caller holds
 * the creator's lock.
 */
export async function updateDecision(
  tx: Tx,
  { id, state }: Pick<RefundRequestRow, 'id' | 'state'>,
  decision: Decision,
): Promise<RefundRequestRow | undefined> {
  const row = await updateRow(tx, refundRequests, { id, state }, decision)
  if (row) await updateReservedAmounts(tx, row.purchaseId)
  return row
}

/** Whether the purchase is refunded because it could not be delivered. */
export function isRefundedBySystem(db: Db, purchaseId: number): Promise<boolean> {
  const isBySystem = eq(refundRequests.requestedBy, 'system')
  return hasRow(db, refundRequests, and(eq(refundRequests.purchaseId, purchaseId), isBySystem))
}

/** The message to the buyer: that of the newest decision with this amount. */
export async function findDecisionMessage(
  db: Db,
  { purchaseId, amount }: { purchaseId: number; amount: number },
): Promise<string> {
  const [row] = await db
    .select({ message: refundRequests.decisionMessage })
    .from(refundRequests)
    .where(
      and(
        eq(refundRequests.purchaseId, purchaseId),
        eq(refundRequests.amount, amount),
        inArray(refundRequests.state, ['processing', 'refunded']),
      ),
    )
    .orderBy(desc(refundRequests.createdAt))
    .limit(1)
  return row?.message ?? ''
}

function baseRequestQuery(db: Db) {
  return db
    .select({ request: refundRequests, purchase: purchases, title: contentItems.title })
    .from(refundRequests)
    .innerJoin(purchases, eq(purchases.id, refundRequests.purchaseId))
    .innerJoin(contentItems, eq(contentItems.id, purchases.contentId))
    .$dynamic()
}

type NewRefundRequest = Pick<
  RefundRequestRow,
  'purchaseId' | 'creatorId' | 'amount' | 'requestMessage' | 'requestedBy' | 'state'
> &
  Partial<
    Pick<
      RefundRequestRow,
      'contentId' | 'decidedBy' | 'decisionMessage' | 'nextAttemptAt' | 'creatorDeadlineAt'
    >
  >

/** Inserts a refund request, or an approved refund, which is decided now. The caller holds the creator's lock. */
export async function insertRefundRequest(tx: Tx, { clock }: Ports, request: NewRefundRequest) {
  const now = clock.now()
  const decidedAt = request.state === 'requested' ? null : now
  const [row] = await insertRows(tx, refundRequests, [{ ...request, createdAt: now, decidedAt }])
  await updateReservedAmounts(tx, row.purchaseId)
  return row
}

/** Approved and not refunded yet. The caller holds the grant's lock. */
export async function isRefundInProgress(tx: Tx, purchaseId: number): Promise<boolean> {
  return (await sumInProgress(tx, purchaseId)) > 0
}

/** Refundable requests whose creator has not answered in time, after an id, in the order of their ids. */
export async function selectUnansweredRequests(
  db: Db,
  { now, after, limit }: { now: Date; after: number | undefined; limit: number },
): Promise<Array<RefundRequestWithPurchase>> {
  return baseRequestQuery(db)
    .where(
      and(
        eq(refundRequests.state, 'requested'),
        lte(refundRequests.creatorDeadlineAt, now),
        isRefundable,
        after === undefined ? undefined : gt(refundRequests.id, after),
      ),
    )
    .orderBy(refundRequests.id)
    .limit(limit)
}

/** Requests that a creator objected to, the oldest objection first. */
export async function selectRequestsInReview(db: Db, limit: number) {
  return db
    .select({
      request: refundRequests,
      purchase: purchases,
      title: contentItems.title,
      creatorEmail: users.email,
    })
    .from(refundRequests)
    .innerJoin(purchases, eq(purchases.id, refundRequests.purchaseId))
    .innerJoin(contentItems, eq(contentItems.id, purchases.contentId))
    .innerJoin(users, eq(users.id, purchases.creatorId))
    .where(isInReview)
    .orderBy(refundRequests.objectedAt, refundRequests.id)
    .limit(limit)
}

import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { MinorUnits } from '../../../../contract/money.ts'
import { type OrderNumber, toOrderNumber } from '../../../../contract/order-number.ts'
import type { Db, Tx } from '../../../db/database.ts'
import {
  alerts,
  contentItems,
  disputes,
  duplicatePurchases,
  purchases,
  refundRequests,
} from '../../../db/schema/index.ts'
import type { LimitOffset } from '../../../http/pagination.ts'

export type AlertRow = typeof alerts.$inferSelect

export async function selectAlerts(db: Db, state: 'open' | 'resolved', { limit, offset }: LimitOffset) {
  const where = state === 'open' ? isNull(alerts.resolvedAt) : isNotNull(alerts.resolvedAt)
  const order = state === 'open' ? alerts.createdAt : alerts.resolvedAt
  const rows = await db
    .select()
    .from(alerts)
    .where(where)
    .orderBy(desc(order), desc(alerts.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(alerts, where) }
}

export async function lockAlert(tx: Tx, id: number): Promise<AlertRow | undefined> {
  const [row] = await tx.select().from(alerts).where(eq(alerts.id, id)).for('update')
  return row
}

/** Open disputes first, then the newest. */
export async function selectDisputes(db: Db, { limit, offset }: LimitOffset) {
  const rows = await db
    .select({
      dispute: disputes,
      orderNumber: purchases.orderNumber,
      title: contentItems.title,
      email: purchases.buyerEmail,
      currency: purchases.currency,
    })
    .from(disputes)
    .innerJoin(purchases, eq(purchases.id, disputes.purchaseId))
    .innerJoin(contentItems, eq(contentItems.id, purchases.contentId))
    .orderBy(desc(sql`${disputes.state} in ('inquiry', 'open')`), desc(disputes.createdAt), desc(disputes.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(disputes) }
}

export type FailedRefund = {
  id: number
  purchaseId: OrderNumber
  title: string
  email: string
  amount: MinorUnits
  currency: string
  failure: 'failed_at_provider' | 'returned_by_bank'
  createdAt: Date
}

/** Refunds that the provider rejected or the bank returned, of purchases that have not been fully refunded since. */
export async function selectFailedRefunds(db: Db, limit: number): Promise<Array<FailedRefund>> {
  const { rows } = await db.execute<FailedRefund & Record<string, unknown>>(sql`
    select f.id, p.order_number as "purchaseId", c.title, p.buyer_email as email, f.amount, p.currency, f.failure, f.created_at as "createdAt"
    from (${failedRefundsQuery}) f join purchases p on p.id = f.purchase_id join content_items c on c.id = p.content_id
    where p.refunded_amount < p.amount
    order by f.created_at desc, f.id desc limit ${limit}`)
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    purchaseId: toOrderNumber(String(row.purchaseId)),
    amount: Number(row.amount),
    createdAt: new Date(row.createdAt),
  }))
}

export const failedRefundsQuery = sql`
  select id, purchase_id, amount, 'failed_at_provider' as failure, coalesce(decided_at, created_at) as created_at
    from refund_requests q where state = 'failed' and not exists (
      select 1 from refunds f where f.purchase_id = q.purchase_id and f.provider_refund_id = q.provider_refund_id
    )
  union all
  select id, purchase_id, amount, 'returned_by_bank', created_at from refunds where state = 'failed'`

export async function selectRefundRequestsOfPurchase(db: Db, purchaseId: number) {
  return db
    .select()
    .from(refundRequests)
    .where(eq(refundRequests.purchaseId, purchaseId))
    .orderBy(refundRequests.createdAt, refundRequests.id)
}

/** Dismisses the duplicate flag of a purchase; false when it has none. */
export async function clearDuplicateFlag(tx: Tx, purchaseId: number, now: Date): Promise<boolean> {
  const cleared = await tx
    .update(duplicatePurchases)
    .set({ dismissedAt: now })
    .where(and(eq(duplicatePurchases.purchaseId, purchaseId), isNull(duplicatePurchases.dismissedAt)))
    .returning({ id: duplicatePurchases.purchaseId })
  return cleared.length > 0
}

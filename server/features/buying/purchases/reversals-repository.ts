import { and, eq, inArray } from 'drizzle-orm'
import type { OrderNumber } from '../../../../contract/order-number.ts'
import { providerFee } from '../../../../domain/ledger.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { findRow } from '../../../db/rows.ts'
import { disputes, refundRequests, refunds } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import type { DisputeSnapshot, PaymentSnapshot } from '../../../ports/payment-provider.ts'
import { postToLedger } from '../../money/ledger/repository.ts'
import { type PurchaseRow, updatePurchase } from './repository.ts'
import { updateReservedAmounts } from './reserved-amounts.ts'

export type RefundRow = typeof refunds.$inferSelect
export type DisputeRow = typeof disputes.$inferSelect

/** Posts the provider's fee on a payment, once known. */
export async function postProviderFee(
  tx: Tx,
  { clock }: Ports,
  purchase: PurchaseRow,
  { providerFeeAmount }: PaymentSnapshot,
): Promise<PurchaseRow> {
  if (!providerFeeAmount || purchase.providerFeeAmount !== null) return purchase
  const posting = providerFee({
    reference: `purchase/${purchase.orderNumber}`,
    creatorId: purchase.creatorId,
    fee: providerFeeAmount,
  })
  await postToLedger(tx, posting, { currency: purchase.currency, now: clock.now() })
  return updatePurchase(tx, purchase.id, { providerFeeAmount })
}

/** The requests of a purchase that the provider refused. */
export async function selectFailedRequests(db: Db, purchaseId: number): Promise<Array<{ id: number }>> {
  return db
    .select({ id: refundRequests.id })
    .from(refundRequests)
    .where(and(eq(refundRequests.purchaseId, purchaseId), eq(refundRequests.state, 'failed')))
}

/** A purchase's booked refunds, including failed ones. */
export async function selectRefunds(db: Db, purchaseId: number): Promise<Array<RefundRow>> {
  return db.select().from(refunds).where(eq(refunds.purchaseId, purchaseId))
}

/** Sets the refund request's state to that of the provider's refund. The caller holds the creator's lock. */
export async function completeRefundRequest(
  tx: Tx,
  { purchaseId, providerRefundId }: { purchaseId: number; providerRefundId: string },
  state: 'refunded' | 'failed',
): Promise<void> {
  await tx
    .update(refundRequests)
    .set({ state, nextAttemptAt: null })
    .where(
      and(
        eq(refundRequests.purchaseId, purchaseId),
        eq(refundRequests.providerRefundId, providerRefundId),
        inArray(refundRequests.state, ['processing', 'refunded']),
      ),
    )
  await updateReservedAmounts(tx, purchaseId)
}

export function findDispute(db: Db, provider: string, disputeId: string): Promise<DisputeRow | undefined> {
  return findRow(db, disputes, { provider, providerDisputeId: disputeId })
}

export async function selectDisputes(db: Db, purchaseId: number): Promise<Array<DisputeRow>> {
  return db
    .select()
    .from(disputes)
    .where(eq(disputes.purchaseId, purchaseId))
    .orderBy(disputes.createdAt, disputes.id)
}

/** The references of a purchase's postings: the sale, and every change by a refund or dispute. */
export function postingReferences(
  orderNumber: OrderNumber,
  { refunds, disputes }: { refunds: Array<RefundRow>; disputes: Array<DisputeRow> },
): Array<string> {
  return [
    `purchase/${orderNumber}`,
    ...refunds.map(({ id }) => `refund/${id}`),
    ...disputes.flatMap(({ id, postingCount }) =>
      Array.from({ length: postingCount }, (_, i) => `dispute/${id}/${i + 1}`),
    ),
  ]
}

/** Stores a dispute's state, without its hold. */
export async function upsertDispute(
  tx: Tx,
  { paymentProvider, clock }: Ports,
  { id: purchaseId, creatorId }: PurchaseRow,
  { disputeId, state, reason, amount }: DisputeSnapshot,
): Promise<number> {
  const disputeColumns = { state, reason, amount, updatedAt: clock.now() }
  const row = { purchaseId, creatorId, provider: paymentProvider.id, providerDisputeId: disputeId }
  const [upserted] = await tx
    .insert(disputes)
    .values({ ...row, ...disputeColumns, createdAt: disputeColumns.updatedAt })
    .onConflictDoUpdate({ target: [disputes.provider, disputes.providerDisputeId], set: disputeColumns })
    .returning({ id: disputes.id })
  if (!upserted) throw new Error(`The dispute ${disputeId} was not stored`)
  return upserted.id
}

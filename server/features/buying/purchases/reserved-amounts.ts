import { and, asc, eq, inArray } from 'drizzle-orm'
import { openRefundStates, reservedNetAmounts } from '../../../../domain/refund.ts'
import type { Tx } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { purchases, refundRequests } from '../../../db/schema/index.ts'

/**
 * Stores what the open requests of a purchase reserve. Called after each change of a request or of the purchase's
 * reversals. The caller holds the creator's lock.
 */
export async function updateReservedAmounts(tx: Tx, purchaseId: number): Promise<void> {
  const open = await tx
    .select({ purchase: purchases, request: refundRequests })
    .from(refundRequests)
    .innerJoin(purchases, eq(purchases.id, refundRequests.purchaseId))
    .where(and(eq(refundRequests.purchaseId, purchaseId), inArray(refundRequests.state, openRefundStates)))
    .orderBy(asc(refundRequests.id))
  const [first] = open
  if (!first) return
  const amounts = reservedNetAmounts(
    first.purchase,
    open.map(({ request }) => request.amount),
  )
  for (const [index, { request }] of open.entries()) {
    const reservedNetAmount = amounts[index] ?? 0
    if (reservedNetAmount === request.reservedNetAmount) continue
    await updateRow(tx, refundRequests, { id: request.id }, { reservedNetAmount })
  }
}

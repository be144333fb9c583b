import { type MinorUnits, parseDecimal } from '../../../contract/money.ts'
import type { RowId } from '../../../contract/order-number.ts'
import { AppError } from '../../../domain/errors.ts'
import { isFullRefund, resolveRefundAmount } from '../../../domain/refund.ts'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import { lockCreator } from '../accounts/repository.ts'
import { revokeGrant } from '../purchases/grants-repository.ts'
import { insertRefundRequest, isRefundInProgress } from '../purchases/refund-requests-repository.ts'
import { findPurchase, lockGrant } from '../purchases/repository.ts'
import { executeRefund } from './execute-refund.ts'

type IssueRefundInput = {
  purchaseId: RowId
  /** A decimal string; all that is refundable when omitted. */
  amount?: string | undefined
  /** The total refunded when this was decided, as a decimal string: more since then is a conflict. */
  refunded?: string | undefined
  /** The message to the buyer. */
  reason: string
  by: { role: 'creator' | 'admin'; userId: string }
  /** Writes the audit log entry in the same transaction. */
  audit?: (tx: Tx, amount: MinorUnits) => Promise<void>
}

/**
 * Refunds a buyer without a request; the caller authorizes. Throws AppError when the amount exceeds what is
 * refundable, and `conflict` when nothing is, or a refund is in progress.
 */
export async function issueRefund(
  ports: Ports,
  { purchaseId, amount, refunded, reason, by, audit }: IssueRefundInput,
): Promise<'refunded' | 'processing' | 'failed'> {
  const row = await findPurchase(ports.db, purchaseId)
  if (!row) throw new AppError('not_found', 'Purchase Not Found')
  const request = await ports.db.transaction(async (tx) => {
    // Refunds are booked under this lock, so the refundable amount cannot change during the decision.
    await lockCreator(tx, row.purchase.creatorId)
    const { purchase } = await lockGrant(tx, purchaseId)
    if (await isRefundInProgress(tx, purchaseId))
      throw new AppError('conflict', 'A refund for this purchase is already in progress.')
    if (refunded !== undefined && parseDecimal(refunded, purchase.currency) !== purchase.refundedAmount)
      throw new AppError('conflict', 'Part of this was just refunded. Check the amount and try again.')
    const refundAmount = resolveRefundAmount(purchase, amount)
    // Access is revoked with the decision, so that no one has both the content and the full refund.
    if (isFullRefund(purchase, refundAmount))
      await revokeGrant(tx, purchaseId, { now: ports.clock.now(), reason: 'refund' })
    await audit?.(tx, refundAmount)
    return insertRefundRequest(tx, ports, {
      purchaseId,
      creatorId: purchase.creatorId,
      amount: refundAmount,
      requestMessage: '',
      requestedBy: by.role,
      state: 'processing',
      decidedBy: by.userId,
      decisionMessage: reason,
    })
  })
  return executeRefund(ports, request)
}

import { AppError } from '../../../../domain/errors.ts'
import { isFullRefund } from '../../../../domain/refund.ts'
import type { Ports } from '../../../ports/index.ts'
import { contentOfPurchase, requireActiveAccess } from '../access/active-access.ts'
import { findHiddenShare } from '../access/bundle.ts'
import { requirePurchaseByToken } from '../access/verify-purchase.ts'
import { insertRefundRequest } from '../purchases/refund-requests-repository.ts'
import { lockSale, revokeGrant } from '../purchases/repository.ts'
import { publishSaleEvent } from '../purchases/sale-events.ts'
import { executeRefund } from './execute-refund.ts'

/**
 * Refunds the part of an item that was taken down from a purchased bundle, once and without asking anyone: nobody can deliver
 * it any more. Access to the other items stays. Throws AppError when there is nothing to give back.
 */
export async function refundShare(
  ports: Ports,
  { token, itemId }: { token: string; itemId: number },
): Promise<void> {
  const { purchase: found } = await requirePurchaseByToken(ports, token)
  const { creatorId, orderNumber } = found
  const request = await ports.db.transaction(async (tx) => {
    const bought = await lockSale(tx, { creatorId, purchaseId: found.id })
    requireActiveAccess(bought)
    const { purchase, checkout } = bought
    const row = await contentOfPurchase({ ...ports, db: tx }, bought)
    const share = await findHiddenShare(tx, ports, { row, paid: { purchase, checkout }, itemId })
    if (share?.refundable === undefined) throw new AppError('conflict', nothingToRefund)
    // Only when nothing else is left of the bundle.
    if (isFullRefund(purchase, share.refundable))
      await revokeGrant(tx, purchase.id, { now: ports.clock.now(), reason: 'refund' })
    return insertRefundRequest(tx, ports, {
      purchaseId: purchase.id,
      creatorId,
      contentId: itemId,
      amount: share.refundable,
      requestMessage: `“${share.title}” was taken down. This is its part of the bundle.`,
      requestedBy: 'buyer',
      state: 'processing',
    })
  })
  publishSaleEvent(ports, { creatorId, orderNumber, type: 'change' })
  await executeRefund(ports, request)
}

const nothingToRefund = 'There’s nothing to refund for this item. Reload the page to see why.'

import { creatorDelta, type Posting } from '../../../../domain/ledger.ts'
import type { Tx } from '../../../db/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { postSale } from './post-sale.ts'
import { type PurchaseRow, updatePurchase } from './repository.ts'
import { updateReservedAmounts } from './reserved-amounts.ts'

type Reversal = {
  posting: Posting
  /** The change in the number of paid sales. */
  saleCount: number
  /** What was refunded or disputed of the purchase, and returned with it, after the posting. */
  change: Partial<
    Pick<PurchaseRow, 'refundedAmount' | 'disputedAmount' | 'platformFeeRefundedAmount' | 'taxRefundedAmount'>
  >
}

/**
 * Posts a reversal or its undo, and stores its effect on the purchase and on what open requests reserve of it. Returns
 * the purchase.
 */
export async function postReversal(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { posting, saleCount, change }: Reversal,
): Promise<PurchaseRow> {
  await postSale(tx, ports, purchase, { posting, saleCount, purchaseCount: 0 })
  const netAmount = purchase.netAmount + creatorDelta(posting, purchase.creatorId)
  const changed = await updatePurchase(tx, purchase.id, { ...change, netAmount })
  await updateReservedAmounts(tx, purchase.id)
  return changed
}

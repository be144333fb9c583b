import type { Ports } from '../../ports/index.ts'
import { issueReceipts } from './issue-receipts.ts'
import { type ReceiptRow, selectReceiptsOfPurchase } from './repository.ts'

/**
 * A purchase's receipt and corrections, which are issued now if they are still due. Empty for sales from before
 * receipts were numbered.
 */
export async function getPurchaseReceipts(ports: Ports, purchaseId: number): Promise<Array<ReceiptRow>> {
  await issueReceipts(ports)
  return selectReceiptsOfPurchase(ports.db, purchaseId)
}

/**
 * The same when the receipt alone is needed, not its corrections: it is mostly issued a moment after the sale, and then
 * nothing is issued now.
 */
export async function getPurchaseReceipt(ports: Ports, purchaseId: number): Promise<Array<ReceiptRow>> {
  const issued = await selectReceiptsOfPurchase(ports.db, purchaseId)
  return issued.length > 0 ? issued : getPurchaseReceipts(ports, purchaseId)
}

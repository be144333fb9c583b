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

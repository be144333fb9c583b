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
 * The documents that are issued. Issues what is due only when there is none, so corrections can be missing: for an email
 * that states the receipt alone.
 */
export async function getIssuedReceipts(ports: Ports, purchaseId: number): Promise<Array<ReceiptRow>> {
  const issued = await selectReceiptsOfPurchase(ports.db, purchaseId)
  return issued.length > 0 ? issued : getPurchaseReceipts(ports, purchaseId)
}

import type { FileResponse } from '../../http/file-response.ts'
import type { FindViewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { purchaseNotFound } from '../access/buyer-proof.ts'
import { itemDownload } from '../access/item-download.ts'
import { verifySignedUrl } from '../access/signed-file-url.ts'
import type { SignedFileClaims } from '../purchases/access-token.ts'
import { findTestPurchaseById, loadTestPurchaseContent } from '../purchases/test-purchases.ts'

/** The bytes of a test purchase by its signed URL. */
export async function downloadTestPurchase(
  ports: Ports,
  address: SignedFileClaims & { signature: string },
  findViewer: FindViewer,
): Promise<FileResponse> {
  verifySignedUrl(ports, 'testPurchase', address)
  const testPurchaseRow = await findTestPurchaseById(ports.db, address.orderNumber, ports.clock.now())
  const testPurchase = testPurchaseRow && (await loadTestPurchaseContent(ports, testPurchaseRow, findViewer))
  if (!testPurchase) throw purchaseNotFound()
  return itemDownload(ports, testPurchase.row, address.as)
}

import type { FileResponse } from '../../http/file-response.ts'
import type { FindViewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { purchaseNotFound } from '../access/buyer-proof.ts'
import { itemDownload } from '../access/item-download.ts'
import { requireUnexpired, type SignedFileRequest, verifySignedUrl } from '../access/signed-file-url.ts'
import { findTestPurchaseById, loadTestPurchaseContent } from '../purchases/test-purchases.ts'

/** The bytes of a test purchase by its signed URL. */
export async function downloadTestPurchase(
  ports: Ports,
  request: SignedFileRequest,
  findViewer: FindViewer,
): Promise<FileResponse> {
  const { claims } = request
  verifySignedUrl(ports, 'testPurchase', request)
  const testPurchaseRow = await findTestPurchaseById(ports.db, claims.orderNumber, ports.clock.now())
  const testPurchase = testPurchaseRow && (await loadTestPurchaseContent(ports, testPurchaseRow, findViewer))
  if (!testPurchase) throw purchaseNotFound()
  const file = await itemDownload(ports, testPurchase.row, claims.as)
  await requireUnexpired(ports, request, { etag: file.etag, key: testPurchase.row.file?.key })
  return file
}

import type { FileResponse } from '../../http/download.ts'
import type { Ports } from '../../ports/index.ts'
import { verifySignedUrl } from './file-address.ts'
import { itemDownload } from './item-download.ts'
import { purchaseNotFound } from './proof.ts'
import type { SignedFileClaims } from './tokens.ts'
import { loadContent } from './trial.ts'
import { findTestPurchase } from './trial-rows.ts'

/** The bytes of a test purchase behind a signed address. */
export async function downloadTestPurchase(
  ports: Ports,
  address: SignedFileClaims & { signature: string },
): Promise<FileResponse> {
  verifySignedUrl(ports, 'testPurchase', address)
  const trial = await findTestPurchase(ports.db, address.purchaseId, ports.clock.now())
  const testPurchase = trial && (await loadContent(ports, trial))
  if (!testPurchase) throw purchaseNotFound()
  return itemDownload(ports, testPurchase.row, address.as)
}

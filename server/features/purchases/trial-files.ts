import type { Download } from '../../http/download.ts'
import type { Ports } from '../../ports/index.ts'
import { requireSigned } from './file-address.ts'
import { itemDownload } from './item-download.ts'
import { purchaseNotFound } from './proof.ts'
import type { FileAddress } from './tokens.ts'
import { withContent } from './trial.ts'
import { trialById } from './trial-rows.ts'

/** The bytes of a test purchase behind a signed address. */
export async function downloadTrial(
  ports: Ports,
  address: FileAddress & { signature: string },
): Promise<Download> {
  requireSigned(ports, 'trial', address)
  const trial = await trialById(ports.db, address.purchaseId, ports.clock.now())
  const found = trial && (await withContent(ports, trial))
  if (!found) throw purchaseNotFound()
  return itemDownload(ports, found.row, address.as)
}

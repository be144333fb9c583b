import { AppError } from '../../../domain/errors.ts'
import type { Download } from '../../http/download.ts'
import type { Ports } from '../../ports/index.ts'
import { bytesOf } from './deliver.ts'
import { purchaseNotFound } from './proof.ts'
import { sameSecret, signTrialFile } from './tokens.ts'
import { withContent } from './trial.ts'
import { trialById } from './trial-rows.ts'

type Address = { purchaseId: number; as: 'attachment' | 'inline'; expires: number; signature: string }

/** The bytes of a test purchase behind a signed address. */
export async function downloadTrial(ports: Ports, { signature, ...address }: Address): Promise<Download> {
  if (!sameSecret(signTrialFile(ports, address), signature)) throw purchaseNotFound()
  const now = ports.clock.now()
  if (address.expires < now.getTime())
    throw new AppError('forbidden', 'This address has expired. Open your access link for a fresh one.')
  const trial = await trialById(ports.db, address.purchaseId, now)
  const found = trial && (await withContent(ports, trial))
  if (!found) throw purchaseNotFound()
  return bytesOf(ports, found.row, address.as)
}

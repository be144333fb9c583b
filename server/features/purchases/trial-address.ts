import { limits } from '../../../contract/limits.ts'
import { urlOf } from '../../../contract/route.ts'
import { getTrialFile } from '../../../contract/trials.ts'
import { mayShowInline } from '../../../domain/file-type.ts'
import type { Ports } from '../../ports/index.ts'
import type { ContentRow } from '../content/repository.ts'
import { signTrialFile } from './tokens.ts'
import type { TrialRow } from './trial-rows.ts'

/** A fresh signed address of a test purchase's bytes; null where there is no file. */
export function trialAddress(
  ports: Pick<Ports, 'secret' | 'clock'>,
  { trial, row: { content, file } }: { trial: TrialRow; row: ContentRow },
  asked?: 'attachment' | 'inline',
): string | null {
  if (!file) return null
  const wanted = asked ?? (content.accessType === 'download' ? 'attachment' : 'inline')
  const as = mayShowInline(file.type) ? wanted : 'attachment'
  const expires = ports.clock.now().getTime() + limits.signedUrlLifetime
  const signature = signTrialFile(ports, { purchaseId: trial.id, as, expires })
  return urlOf(getTrialFile, {
    params: { purchaseId: trial.id, fileName: file.name },
    query: { as, expires, signature },
  })
}

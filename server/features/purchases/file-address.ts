import { limits } from '../../../contract/limits.ts'
import { getFile } from '../../../contract/purchases.ts'
import { urlOf } from '../../../contract/route.ts'
import { getTrialFile } from '../../../contract/trials.ts'
import { AppError } from '../../../domain/errors.ts'
import { mayShowInline } from '../../../domain/file-type.ts'
import type { Ports } from '../../ports/index.ts'
import type { ContentRow } from '../content/repository.ts'
import { purchaseNotFound } from './proof.ts'
import { type FileAddress, type FileOwner, sameSecret, signFile } from './tokens.ts'

/** A fresh signed address of the bytes: to keep, or to look at where the item says so and its type is safe to show. */
export function fileAddress(
  ports: Pick<Ports, 'secret' | 'clock'>,
  { of, purchaseId }: { of: FileOwner; purchaseId: number },
  { row: { content, file }, asked }: { row: ContentRow; asked?: 'attachment' | 'inline' | undefined },
): string | null {
  if (!file) return null
  const wanted = asked ?? (content.accessType === 'download' ? 'attachment' : 'inline')
  const as = mayShowInline(file.type) ? wanted : 'attachment'
  const expires = ports.clock.now().getTime() + limits.signedUrlLifetime
  const signature = signFile(ports, of, { purchaseId, as, expires })
  return urlOf(of === 'purchase' ? getFile : getTrialFile, {
    params: { purchaseId, fileName: file.name },
    query: { as, expires, signature },
  })
}

/** Throws AppError: 404 for an address we did not sign, 403 for one that was good once. */
export function requireSigned(
  ports: Pick<Ports, 'secret' | 'clock'>,
  of: FileOwner,
  { signature, ...address }: FileAddress & { signature: string },
): void {
  if (!sameSecret(signFile(ports, of, address), signature)) throw purchaseNotFound()
  if (address.expires < ports.clock.now().getTime())
    throw new AppError('expired', 'This address has expired. Open your access link for a fresh one.')
}

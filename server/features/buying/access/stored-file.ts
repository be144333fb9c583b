import type { Readable } from 'node:stream'
import { AppError } from '../../../../domain/errors.ts'
import { exactBytes } from '../../../http/exact-bytes.ts'
import {
  type ByteRange,
  DamagedFileError,
  type FileStore,
  StoreUnavailableError,
  wholeFile,
} from '../../../ports/file-store.ts'
import type { Ports } from '../../../ports/index.ts'
import type { StoredFile } from '../../selling/content/parts.ts'
import { isConfirmedMissing, recordMissingFile } from '../settlement/undeliverable.ts'

/** Exactly the bytes of the file, or of a range. A file that turns out to be damaged is recorded. */
export async function openStored(ports: Ports, file: StoredFile, range?: ByteRange): Promise<Readable> {
  const { key, sizeBytes } = file
  const opened = await fromStore(ports, file, (store) =>
    store.open(key, { ...wholeFile(sizeBytes), ...range }),
  )
  if (!opened) throw await undeliverableError(ports, file)
  const bytes = exactBytes(opened, range ? range.end - range.start + 1 : sizeBytes)
  return bytes.once('error', (error) => {
    if (!(error instanceof DamagedFileError)) return
    recordMissingFile(ports, file.id).catch((failure: unknown) =>
      ports.log.error({ err: failure, fileId: file.id }, 'a damaged file could not be recorded'),
    )
  })
}

/** Asks the store. Its errors become messages for the buyer, whose purchase is not affected. */
export async function fromStore<T>(
  ports: Ports,
  file: StoredFile,
  ask: (store: FileStore) => Promise<T> | undefined,
): Promise<T | undefined> {
  try {
    return await ask(ports.fileStore)
  } catch (error) {
    if (error instanceof DamagedFileError) throw await undeliverableError(ports, file)
    if (!(error instanceof StoreUnavailableError)) throw error
    throw new AppError('store_unavailable', 'Your purchase is safe. Try again in a minute.')
  }
}

/** Records that the file is missing or damaged, and returns what its buyer reads. */
export async function undeliverableError(ports: Ports, { id }: StoredFile): Promise<AppError> {
  await recordMissingFile(ports, id)
  return (await isConfirmedMissing(ports, id)) ? lostFileError() : missingFileError()
}

const missingFileError = () =>
  new AppError(
    'unavailable',
    'We can’t find this file right now, and we’re looking for it. Try again in two minutes. If we can’t deliver it, we’ll refund you automatically.',
  )

export const lostFileError = () =>
  new AppError(
    'not_found',
    'We no longer have this file, and we’ve asked its creator to upload it again. Contact us if you need it now or want a refund.',
  )

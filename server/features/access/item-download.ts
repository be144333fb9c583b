import type { Readable } from 'node:stream'
import { AppError } from '../../../domain/errors.ts'
import { isInlineSafe, isPdf } from '../../../domain/file-type.ts'
import { exactBytes } from '../../http/exact-bytes.ts'
import { type FileResponse, fromBuffer } from '../../http/file-response.ts'
import {
  type ByteRange,
  DamagedFileError,
  type FileStore,
  StoreUnavailableError,
  wholeFile,
} from '../../ports/file-store.ts'
import type { Ports } from '../../ports/index.ts'
import type { ContentRow } from '../content/repository.ts'
import { isConfirmedMissing, recordMissingFile } from '../settlement/missing-files.ts'
import { charsetSampleBytes, hasPdfHeader, pdfHeaderBytes, textCharset } from './file-contents.ts'

type StoredFile = NonNullable<ContentRow['file']>
type Disposition = FileResponse['disposition']

/**
 * The bytes of an item as a response: inline when requested and the type is safe. Throws AppError when the item has
 * no bytes.
 */
export async function itemDownload(
  ports: Ports,
  { content, file }: ContentRow,
  requested: Disposition,
): Promise<FileResponse> {
  if (!file) return textDownload(content)
  const { disposition, type } = await safePresentation(ports, file, requested)
  // The store does not check the grant, so its URL expires soon and a retry goes through our own.
  const { key, sizeBytes } = file
  const presignOptions = { name: file.name, type: file.mimeType, expiresInSeconds: 60, sizeBytes }
  return {
    name: file.name,
    type,
    size: file.sizeBytes,
    etag: file.sha256,
    disposition,
    ...(disposition === 'attachment' && {
      redirectUrl: () => fromStore(ports, file, (store) => store.presignedUrl?.(key, presignOptions)),
      internalPath: () => fromStore(ports, file, (store) => store.internalPath?.(key, { sizeBytes })),
    }),
    open: (range) => openStored(ports, file, range),
  }
}

/** Throws the error that a download would throw, for a missing or unreadable file. */
export async function assertStored(ports: Ports, { file }: ContentRow): Promise<void> {
  if (file) await firstBytes(ports, file, 1)
}

type Presentation = { disposition: Disposition; type: string }

/**
 * How a file is sent. A PDF is sent without the sandbox of other types, so a file that is only named .pdf is downloaded
 * instead of shown. A text is shown in the encoding of its first bytes.
 */
async function safePresentation(
  ports: Ports,
  file: StoredFile,
  requested: Disposition,
): Promise<Presentation> {
  const { mimeType: type } = file
  if (requested === 'attachment' || !isInlineSafe(type)) return { disposition: 'attachment', type }
  if (isPdf(type)) {
    const isRealPdf = hasPdfHeader(await firstBytes(ports, file, pdfHeaderBytes))
    return { disposition: isRealPdf ? 'inline' : 'attachment', type }
  }
  if (!type.startsWith('text/')) return { disposition: 'inline', type }
  const charset = textCharset(await firstBytes(ports, file, charsetSampleBytes))
  return { disposition: 'inline', type: `text/plain; charset=${charset}` }
}

async function firstBytes(ports: Ports, file: StoredFile, count: number): Promise<Buffer> {
  const bytes = await openStored(ports, file, { start: 0, end: Math.min(count, file.sizeBytes) - 1 })
  return Buffer.concat(
    await bytes.toArray().catch(async (error: unknown) => {
      throw error instanceof DamagedFileError ? await undeliverableError(ports, file) : error
    }),
  )
}

/** Exactly the bytes of the file, or of a range. A file that turns out to be damaged is recorded. */
async function openStored(ports: Ports, file: StoredFile, range?: ByteRange): Promise<Readable> {
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
async function fromStore<T>(
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
async function undeliverableError(ports: Ports, { id }: StoredFile): Promise<AppError> {
  await recordMissingFile(ports, id)
  return (await isConfirmedMissing(ports, id)) ? lostFileError() : missingFileError()
}

const missingFileError = () =>
  new AppError(
    'unavailable',
    'We can’t find this file right now, and we’re looking for it. Try again in two minutes. If we can’t deliver it, we’ll refund you automatically.',
  )

const lostFileError = () =>
  new AppError(
    'not_found',
    'We no longer have this file, and we’ve asked its creator to upload it again. Contact us if you need it now or want a refund.',
  )

function textDownload({ kind, textContent, title, id, version }: ContentRow['content']): FileResponse {
  if (kind === 'file') throw lostFileError()
  if (kind === 'link')
    throw new AppError(
      'invalid_input',
      'This item is a link, so there’s nothing to download. Open it instead.',
    )
  const bytes = Buffer.from(textContent ?? '', 'utf8')
  return {
    name: `${title}.txt`,
    type: 'text/plain; charset=utf-8',
    etag: `${id}-${version}`,
    disposition: 'attachment',
    ...fromBuffer(bytes),
  }
}

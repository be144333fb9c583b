import { randomBytes } from 'node:crypto'
import { limits } from '../../../contract/limits.ts'
import { AppError } from '../../../domain/errors.ts'
import { sanitizeFileName } from '../../../domain/file-type.ts'
import { type FormPart, formOverheadBytes } from '../../http/multipart.ts'
import type { Viewer } from '../../http/request-context.ts'
import { FileTooLargeError } from '../../ports/file-store.ts'
import type { Ports } from '../../ports/index.ts'
import { bytesLeftFor, quotaExceeded } from './quota.ts'
import { discardUpload, startUpload } from './uploads.ts'
import { deleteUpload, finishUpload } from './uploads-repository.ts'

type FilePart = FormPart & { kind: 'file' }

/**
 * Stores the file of a form as an upload that no item has taken yet, and answers its id; undefined where none was selected.
 * The upload is announced before its first byte, so that the files of parallel forms count toward the quota while they arrive.
 */
export async function storeFormFile(
  ports: Ports,
  viewer: Viewer,
  part: FilePart,
): Promise<string | undefined> {
  const maxBytes = await maxBytesOf(ports, viewer, part)
  const id = randomBytes(16).toString('hex')
  const name = sanitizeFileName(part.fileName, limits.maxFileNameLength)
  const { key } = await startUpload(ports, viewer, { id, name, size: maxBytes })
  const stored = await ports.fileStore.put(key, part.bytes, { maxBytes }).catch(async (error: unknown) => {
    await deleteUpload(ports.db, id)
    if (error instanceof FileTooLargeError && maxBytes < ports.config.maxUploadBytes) {
      // Refused with the figures; nothing is thrown where room has appeared meanwhile.
      await bytesLeftFor(ports, viewer, maxBytes + 1)
      throw quotaExceeded('This file doesn’t fit into your storage.')
    }
    throw error
  })
  if (stored.size > 0) {
    await finishUpload(ports.db, id, {
      sizeBytes: stored.size,
      sha256: stored.sha256,
      lastActivityAt: ports.clock.now(),
    })
    return id
  }
  await discardUpload(ports, viewer, id)
  if (part.fileName === '') return undefined
  throw new AppError('invalid_input', 'This file is empty.', { file: 'This file is empty.' })
}

/** Bytes this file may have. The length that the request states is an upper bound: the form's other parts are in it too. */
async function maxBytesOf(
  ports: Ports,
  viewer: Viewer,
  { requestBytes = Number.POSITIVE_INFINITY }: FilePart,
): Promise<number> {
  const { maxUploadBytes } = ports.config
  const minBytes = Number.isFinite(requestBytes) ? Math.max(1, requestBytes - formOverheadBytes) : 1
  const leftBytes = await bytesLeftFor(ports, viewer, Math.min(minBytes, maxUploadBytes))
  return Math.min(requestBytes, maxUploadBytes, leftBytes)
}

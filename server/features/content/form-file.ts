import { randomBytes } from 'node:crypto'
import { limits } from '../../../contract/limits.ts'
import { AppError } from '../../../domain/errors.ts'
import { sanitizeFileName } from '../../../domain/file-type.ts'
import { type FormPart, formOverheadBytes } from '../../http/multipart.ts'
import type { Viewer } from '../../http/request-context.ts'
import { FileTooLargeError } from '../../ports/file-store.ts'
import type { Ports } from '../../ports/index.ts'
import { quotaExceeded, requireRemainingBytes } from './quota.ts'
import { discardUpload, startUpload } from './uploads.ts'
import { deleteUpload, finishUpload } from './uploads-repository.ts'

type FilePart = FormPart & { kind: 'file' }

/**
 * Stores a form's file as an upload that no item uses yet; returns its id, or undefined when none was selected. The
 * upload is inserted before its first byte, so that files of parallel forms count toward the quota.
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
  const putOptions = { maxBytes }
  const stored = await ports.fileStore.put(key, part.bytes, putOptions).catch(async (error: unknown) => {
    await deleteUpload(ports.db, id)
    if (error instanceof FileTooLargeError && maxBytes < ports.config.maxUploadBytes) {
      // Throws with the quota's figures; returns when space has become free in the meantime.
      await requireRemainingBytes(ports, viewer, maxBytes + 1)
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

/** The maximum bytes of this file. The request's length is an upper bound, because it includes the form's other parts. */
async function maxBytesOf(
  ports: Ports,
  viewer: Viewer,
  { requestBytes = Number.POSITIVE_INFINITY }: FilePart,
): Promise<number> {
  const { maxUploadBytes } = ports.config
  const minBytes = Number.isFinite(requestBytes) ? Math.max(1, requestBytes - formOverheadBytes) : 1
  const remainingBytes = await requireRemainingBytes(ports, viewer, Math.min(minBytes, maxUploadBytes))
  return Math.min(requestBytes, maxUploadBytes, remainingBytes)
}

import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { limits } from '../../../../contract/limits.ts'
import { type PartInput, PartInputs } from '../../../../contract/parts.ts'
import { AppError } from '../../../../domain/errors.ts'
import { sanitizeFileName } from '../../../../domain/file-type.ts'
import { holds } from '../../../../domain/part-kinds.ts'
import type { PartDraft } from '../../../../domain/parts.ts'
import { updateRow } from '../../../db/rows.ts'
import { uploads } from '../../../db/schema/index.ts'
import { assertStorable, type FormPart, formOverheadBytes } from '../../../http/multipart.ts'
import type { Viewer } from '../../../http/request-context.ts'
import { parseOrThrow } from '../../../http/validation.ts'
import { FileTooLargeError } from '../../../ports/file-store.ts'
import type { Ports } from '../../../ports/index.ts'
import { quotaExceeded, requireRemainingBytes } from '../uploads/quota.ts'
import { deleteUpload } from '../uploads/repository.ts'
import { discardUpload, startUpload } from '../uploads/uploads.ts'
import { removePreview, storePreview } from './preview-image.ts'

/**
 * The received parts of an item's form. `uploadId` is that of the form's own file. `isCommitting`: the transaction may
 * have been committed, so nothing may be discarded.
 */
export type ReceivedForm = {
  fields: Map<string, string>
  uploadId?: string
  previewKey?: string
  isCommitting?: true
}

/** The parts that the form lists; undefined for a form with the fields of one part. Throws AppError. */
export function listedParts(fields: { parts: string }): Array<PartInput> | undefined {
  if (fields.parts === '') return undefined
  const invalid = () =>
    new AppError('invalid_input', 'The parts must be a list as JSON.', { parts: 'Not a list of parts' })
  let typed: unknown
  try {
    typed = JSON.parse(fields.parts)
  } catch {
    throw invalid()
  }
  if (!Array.isArray(typed)) throw invalid()
  assertStorable('parts', typed)
  const { parts } = parseOrThrow(z.object({ parts: PartInputs }), { parts: typed })
  return parts
}

/** What comes as a file of the form itself belongs to its first part, unless the form lists its parts. */
export function withReceivedFile(
  parts: Array<PartDraft>,
  { uploadId }: Pick<ReceivedForm, 'uploadId'>,
): Array<PartDraft> {
  const [first, ...others] = parts
  if (!first || uploadId === undefined || !holds(first.kind, 'file')) return parts
  return [{ ...first, uploadId, hasFile: true }, ...others]
}

type ReceivePartOptions = {
  received: ReceivedForm
  part: FormPart
  /** Whether a file with this name is stored; others are skipped. */
  acceptsFile: (fileName: string) => boolean
  /** Throws for invalid fields before a file, so that they are reported before gigabytes are sent. */
  validateFields: () => void
}

/** Stores one part of a form. Throws AppError for an invalid part. */
export async function receivePart(
  ports: Ports,
  viewer: Viewer,
  { received, part, acceptsFile, validateFields }: ReceivePartOptions,
): Promise<void> {
  if (part.name === 'previewImage') return receivePreview(ports, viewer, received, part)
  if (part.kind === 'field') {
    received.fields.set(part.name, part.value)
    return
  }
  const isListed = (received.fields.get('parts') ?? '') !== ''
  if (part.name !== 'file' || isListed || received.uploadId !== undefined || !acceptsFile(part.fileName)) {
    part.bytes.resume()
    return
  }
  validateFields()
  const uploadId = await storeFormFile(ports, viewer, part)
  if (uploadId !== undefined) received.uploadId = uploadId
}

async function receivePreview(ports: Ports, viewer: Viewer, received: ReceivedForm, part: FormPart) {
  const previewKey = await storePreview(ports, viewer, part)
  if (!previewKey) return
  if (received.previewKey) {
    await removePreview(ports, previewKey)
    throw new AppError('invalid_input', 'Add only one preview image.', {
      previewImage: 'Add only one preview image.',
    })
  }
  received.previewKey = previewKey
}

/** Removes the upload and image that a rejected or interrupted form has stored. */
export async function discardReceived(
  ports: Ports,
  viewer: Viewer,
  { uploadId, previewKey, isCommitting }: ReceivedForm,
): Promise<void> {
  if (isCommitting) return
  if (uploadId !== undefined) await discardUpload(ports, viewer, uploadId)
  if (previewKey) await removePreview(ports, previewKey)
}

type FilePart = FormPart & { kind: 'file' }

/**
 * Stores a form's file as an upload that no item uses yet; returns its id, or undefined when none was selected. The
 * upload is inserted before its first byte, so that files of parallel forms count toward the quota.
 */
async function storeFormFile(ports: Ports, viewer: Viewer, part: FilePart): Promise<string | undefined> {
  const maxBytes = await maxBytesOf(ports, viewer, part)
  const id = randomBytes(16).toString('hex')
  const name = sanitizeFileName(part.fileName, limits.maxFileNameLength)
  const { key } = await startUpload(ports, viewer, { id, name, size: maxBytes })
  const putOptions = { maxBytes, ownsChunks: true }
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
    const { size: sizeBytes, sha256, crc32 } = stored
    const change = { sizeBytes, sha256, crc32, lastActivityAt: ports.clock.now() }
    await updateRow(ports.db, uploads, { id }, change)
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

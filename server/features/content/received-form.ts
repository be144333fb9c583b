import { AppError } from '../../../domain/errors.ts'
import type { FormPart } from '../../http/multipart.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { storeFormFile } from './form-file.ts'
import { removePreview, storePreview } from './preview-image.ts'
import { discardUpload } from './uploads.ts'

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
  if (part.name !== 'file' || received.uploadId !== undefined || !acceptsFile(part.fileName)) {
    part.bytes.resume()
    return
  }
  validateFields()
  const uploadId = await storeFormFile(ports, viewer, part)
  if (uploadId !== undefined) received.uploadId = uploadId
}

async function receivePreview(
  ports: Ports,
  viewer: Viewer,
  received: ReceivedForm,
  part: FormPart,
): Promise<void> {
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

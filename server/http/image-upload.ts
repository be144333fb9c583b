import { buffer } from 'node:stream/consumers'
import type { Sharp } from 'sharp'
import { limits } from '../../contract/limits.ts'
import { AppError } from '../../domain/errors.ts'
import type { FileStore } from '../ports/file-store.ts'
import { decodeImage, type ImageError } from './decode-image.ts'
import { type FileResponse, fromBuffer } from './file-response.ts'
import { runImageTask } from './image-queue.ts'
import type { FormPart } from './multipart.ts'

type ImageField = {
  /** The owner of the image. */
  personId: string
  /** The field's name, also used in messages (`photo`). */
  field: string
  draw: (image: Sharp) => Sharp
}

/**
 * Reads, decodes and re-encodes a form's image by `draw`: rotated by its EXIF orientation, without metadata. Throws
 * AppError for an invalid or too large image, and BusyError when too many are being processed.
 */
export async function readImage(
  form: AsyncIterable<FormPart>,
  { personId, field, draw: transform }: ImageField,
): Promise<Buffer> {
  const refusal = (error: ImageError) => refusalFor(field, error)
  const options = { maxPixels: limits.maxPhotoPixels, refusal }
  const decode = (bytes: Buffer) => decodeImage(bytes, options, (image) => transform(image).toBuffer())
  let picture: Buffer | undefined
  for await (const part of form) {
    if (part.kind === 'file' && part.name === field && !picture)
      picture = await runImageTask(
        personId,
        { bytes: part.bytes, tooLarge: () => imageTooLargeError(field) },
        decode,
      )
    else if (part.kind === 'file') part.bytes.resume()
  }
  if (!picture) throw refusal('not_an_image')
  return picture
}

/** A stored image as an immutable response; undefined when the key does not exist. */
export async function readStoredImage(
  files: FileStore,
  { key, field }: { key: string; field: string },
): Promise<FileResponse | undefined> {
  const stored = await files.open(key)
  if (!stored) return undefined
  return {
    name: `${field}.webp`,
    type: 'image/webp',
    etag: key.replace('/', '-'),
    disposition: 'inline',
    cache: 'immutable',
    ...fromBuffer(await buffer(stored)),
  }
}

function refusalFor(field: string, error: ImageError): AppError {
  const sentences: Record<ImageError, string> = {
    not_an_image: `The ${field} must be an image: JPEG, PNG, WebP, GIF or AVIF.`,
    damaged: `The ${field} must be an image: JPEG, PNG, WebP, GIF or AVIF.`,
    too_many_pixels: `The ${field} has too many pixels. Use an image of up to 25 megapixels.`,
    too_much_memory: `The ${field} takes too much memory to open. Save it as a JPEG or use a smaller one.`,
    too_slow: `The ${field} takes too long to open. Save it as a JPEG or use a smaller one.`,
  }
  return new AppError('unsupported_media_type', sentences[error], { [field]: sentences[error] })
}

function imageTooLargeError(field: string): AppError {
  const sentence = `The ${field} can’t be larger than 10 MB.`
  return new AppError('payload_too_large', sentence, { [field]: sentence })
}

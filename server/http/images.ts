import { buffer } from 'node:stream/consumers'
import { limits } from '../../contract/limits.ts'
import { AppError, BusyError } from '../../domain/errors.ts'
import type { ReadImage } from '../ports/document-renderer.ts'
import type { FileStore } from '../ports/file-store.ts'
import { type EncodedImage, ImageError, type ImageFault, type ImageRecipe } from '../ports/image-encoder.ts'
import type { Ports } from '../ports/index.ts'
import { type FileResponse, fromBuffer } from './file-response.ts'
import type { FormPart } from './multipart.ts'
import { workQueue } from './work-queue.ts'

type Options = {
  /** The maximum images waiting or being decoded: in total, and for one user. */
  maxQueued?: number
  maxQueuedPerPerson?: number
  /** The maximum bytes of images waiting or being decoded. */
  maxBufferedBytes?: number
}

type ImageSource = {
  bytes: AsyncIterable<Buffer> | Iterable<Buffer>
  /** As many as a preview image, unless it says another number. */
  maxBytes?: number
  tooLarge: () => AppError
}

/** Reads an image and decodes it in the queue; undefined without bytes. */
export type ImageQueue = <T>(
  personId: string,
  source: ImageSource,
  decode: (bytes: Buffer) => Promise<T>,
) => Promise<T | undefined>

/**
 * Decoding an image takes seconds of CPU and up to 150 MB. So this process decodes one at a time, and the queue is
 * limited in total and for each user. An image gets a slot once all its bytes have arrived, so a slow sender blocks no
 * one. The form reader (multipart.ts) limits the memory and time of reading.
 */
export function imageQueue({
  maxQueued = 24,
  maxQueuedPerPerson = 2,
  maxBufferedBytes = 48 * 1024 ** 2,
}: Options = {}): ImageQueue {
  const queue = workQueue({
    concurrency: 1,
    maxQueued,
    maxQueuedPerOwner: maxQueuedPerPerson,
    fullError: queueFullError,
    ownerFullError: ownQueueFullError,
  })
  let bufferedBytes = 0

  return async (personId, source, decode) => {
    const bytes = await readImageBytes(source)
    if (bytes.length === 0) return undefined
    if (bufferedBytes + bytes.length > maxBufferedBytes) throw queueFullError()
    bufferedBytes += bytes.length
    return queue
      .run(personId, () => decode(bytes))
      .finally(() => {
        bufferedBytes -= bytes.length
      })
  }
}

async function readImageBytes({
  bytes,
  maxBytes = limits.maxPreviewBytes,
  tooLarge,
}: ImageSource): Promise<Buffer> {
  const chunks: Array<Buffer> = []
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The queue of this process: photos, logos and previews share it. */
export const runImageTask = imageQueue()

function queueFullError(): BusyError {
  return new BusyError(
    'unavailable',
    'We’re preparing many images right now. Please try again in a minute.',
    30,
  )
}

function ownQueueFullError(): BusyError {
  return new BusyError(
    'rate_limited',
    'We’re still preparing your last two images. Please try again in a moment.',
    10,
  )
}

type ImageField = {
  /** The owner of the image. */
  personId: string
  /** The field's name, also used in messages (`photo`). */
  field: string
  /** How the image is drawn, and its one output. */
  box: ImageRecipe['box']
  output: ImageRecipe['outputs'][number]
}

/**
 * Reads, decodes and re-encodes a form's image: rotated by its EXIF orientation, without metadata. Throws AppError for
 * an invalid or too large image, and BusyError when too many are being processed.
 */
export async function readImage(
  { images }: Pick<Ports, 'images'>,
  form: AsyncIterable<FormPart>,
  { personId, field, box, output }: ImageField,
): Promise<EncodedImage> {
  const recipe = { maxPixels: limits.maxPhotoPixels, box, outputs: [output] }
  const decode = (bytes: Buffer) =>
    images.encode(bytes, recipe).catch((error: unknown) => {
      throw error instanceof ImageError ? refusalFor(field, error.fault) : error
    })
  let encoded: Array<EncodedImage> | undefined
  for await (const part of form) {
    if (part.kind === 'file' && part.name === field && !encoded)
      encoded = await runImageTask(
        personId,
        { bytes: part.bytes, tooLarge: () => imageTooLargeError(field) },
        decode,
      )
    else if (part.kind === 'file') part.bytes.resume()
  }
  const [image] = encoded ?? []
  if (!image) throw refusalFor(field, 'not_an_image')
  return image
}

/** For documents that show stored images. */
export function readImageOf({ fileStore }: { fileStore: FileStore }): ReadImage {
  return async (key) => {
    const stored = await fileStore.open(key)
    return stored && new Uint8Array(await buffer(stored))
  }
}

/** A stored image as a response, which the caller lets be cached; undefined when the key does not exist. */
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
    ...fromBuffer(await buffer(stored)),
  }
}

function refusalFor(field: string, fault: ImageFault): AppError {
  const sentences: Record<ImageFault, string> = {
    not_an_image: `The ${field} must be an image: JPEG, PNG, WebP, GIF or AVIF.`,
    heic: heicSentence,
    damaged: `The ${field} must be an image: JPEG, PNG, WebP, GIF or AVIF.`,
    too_many_pixels: `The ${field} has too many pixels. Use an image of up to 25 megapixels.`,
    too_much_memory: `The ${field} takes too much memory to open. Save it as a JPEG or use a smaller one.`,
    too_slow: `The ${field} takes too long to open. Save it as a JPEG or use a smaller one.`,
  }
  return new AppError('unsupported_media_type', sentences[fault], { [field]: sentences[fault] })
}

/** Browsers other than Safari show no HEIC, and its decoders are not free. */
export const heicSentence =
  'This is an iPhone photo in HEIC format, which most browsers can’t show. Export it as JPEG and choose that file.'

function imageTooLargeError(field: string): AppError {
  const sentence = `The ${field} can’t be larger than 10 MB.`
  return new AppError('payload_too_large', sentence, { [field]: sentence })
}

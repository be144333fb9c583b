import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  type ImageFormat,
  type ImageWidth,
  imageFormats,
  imageWidths,
} from '../../../../contract/image-variants.ts'
import { limits } from '../../../../contract/limits.ts'
import { AppError } from '../../../../domain/errors.ts'
import { type FileResponse, fromBuffer } from '../../../http/file-response.ts'
import { heicSentence, runImageTask } from '../../../http/images.ts'
import type { FormPart } from '../../../http/multipart.ts'
import type { Viewer } from '../../../http/request-context.ts'
import { ImageError, type ImageFault, type ImageRecipe } from '../../../ports/image-encoder.ts'
import type { Ports } from '../../../ports/index.ts'
import { removeStoredObjects } from '../../site/storage/remove-stored-objects.ts'

const variantSuffixes = imageWidths.flatMap((width) =>
  imageFormats.map((format) => variantSuffix(width, format)),
)

/**
 * Stores the variants of a form's preview; returns their key, or undefined without a preview. Each preview has its
 * own key. The master is stored last, so it exists only when all do.
 */
export async function storePreview(
  ports: Ports,
  { id }: Pick<Viewer, 'id'>,
  part: FormPart,
): Promise<string | undefined> {
  const bytes = part.kind === 'file' ? part.bytes : fromDataUrl(part.value)
  const variants = await runImageTask(id, { bytes, tooLarge }, (image) => encodePreview(ports, image))
  if (!variants) return undefined
  const key = `previews/${randomUUID()}`
  const put = (suffix: string, image: Buffer) =>
    ports.fileStore.put(`${key}${suffix}`, Readable.from([image]), { maxBytes: limits.maxPreviewBytes })
  try {
    for (const [suffix, image] of [...variants].toReversed()) await put(suffix, image)
    return key
  } catch (error) {
    await removePreview(ports, key)
    throw error
  }
}

/** Removes a preview with all its variants. Never throws. */
export async function removePreview(ports: Pick<Ports, 'fileStore' | 'log'>, key: string): Promise<void> {
  await removeStoredObjects(
    ports,
    ['', ...variantSuffixes].map((suffix) => `${key}${suffix}`),
  )
}

export function previewKeyOf(key: string): string {
  return key.replace(/-\d+-[a-z]+$/, '')
}

/** Small pictures of files for sale are rendered on request, each under its file's key. */
export const thumbnailFolder = 'thumbnails/'
export const thumbnailKeyOf = (fileKey: string) => `${thumbnailFolder}${fileKey}`
export const sourceKeyOf = (thumbnailKey: string) => thumbnailKey.slice(thumbnailFolder.length)

type VariantQuery = { width?: ImageWidth | undefined; format?: ImageFormat | undefined }

/** A variant of a preview, or the master of one that was stored before variants existed. */
export async function readVariant(
  { fileStore }: Pick<Ports, 'fileStore'>,
  key: string,
  { width = '1280', format }: VariantQuery = {},
): Promise<{ bytes: Buffer; type: string; suffix: string } | undefined> {
  const suffix = format ? variantSuffix(width, format) : ''
  const stream = await fileStore.open(`${key}${suffix}`)
  if (stream) return { bytes: await buffer(stream), type: `image/${format ?? 'webp'}`, suffix }
  return format ? readVariant({ fileStore }, key) : undefined
}

/** The bytes of a data URL, which spec.md section 3 allows instead of a file. */
function fromDataUrl(text: string): Array<Buffer> {
  if (text === '') return []
  const data = /^data:image\/[a-z+.-]+;base64,([A-Za-z0-9+/=]+)$/.exec(text)?.[1]
  if (!data) throw unsupportedImageError()
  if (data.length > (limits.maxPreviewBytes * 4) / 3 + 4) throw tooLarge()
  return [Buffer.from(data, 'base64')]
}

function tooLarge(): AppError {
  const message = 'The preview image can’t be larger than 10 MB.'
  return new AppError('payload_too_large', message, { previewImage: message })
}

/** The maximum size in pixels of the stored master, from which share images are rendered. */
const masterSizePx = { width: 1_600, height: 1_200 }
const qualities: Record<ImageFormat, number> = { avif: 52, webp: 76, jpeg: 78 }
/** Encoded images by key suffix: '' is the master, in WebP. */
export type EncodedVariants = Map<string, Buffer>

const variants: Array<{ suffix: string; output: ImageRecipe['outputs'][number] }> = [
  { suffix: '', output: { format: 'webp', quality: 80 } },
  ...imageWidths.flatMap((width) =>
    imageFormats.map((format) => ({
      suffix: variantSuffix(width, format),
      output: { format, quality: qualities[format], maxWidth: Number(width) },
    })),
  ),
]

/**
 * Decodes an image, rotates it by its EXIF orientation, drops metadata and encodes the sizes and formats that pages
 * use. Throws AppError for an invalid image. Call it in the image queue.
 */
async function encodePreview({ images }: Pick<Ports, 'images'>, bytes: Buffer): Promise<EncodedVariants> {
  const encoded = await images
    .encode(bytes, {
      maxPixels: limits.maxPreviewPixels,
      box: { ...masterSizePx, fit: 'inside' },
      outputs: variants.map(({ output }) => output),
    })
    .catch((error: unknown) => {
      throw error instanceof ImageError ? imageError(error.fault) : error
    })
  return new Map(encoded.map((image, index) => [variants[index]?.suffix ?? '', image.bytes]))
}

function variantSuffix(width: string, format: ImageFormat): string {
  return `-${width}-${format}`
}

const messages: Record<ImageFault, string> = {
  not_an_image: 'The preview must be an image: JPEG, PNG, WebP, GIF or AVIF.',
  heic: heicSentence,
  damaged:
    'We can’t read this preview image. It may be damaged or in an unsupported format. Save it as JPEG or PNG and try again.',
  too_many_pixels: 'The preview image is too large. Use one with no more than 60 million pixels.',
  too_much_memory: 'The preview image takes too much memory to open. Save it as a JPEG or use a smaller one.',
  too_slow: 'The preview image takes too long to open. Save it as a JPEG or use a smaller one.',
}

function unsupportedImageError(): AppError {
  return imageError('not_an_image')
}

function imageError(fault: ImageFault): AppError {
  return new AppError('unsupported_media_type', messages[fault], { previewImage: messages[fault] })
}

/** An upper bound: share images usually have less than 100 KB. */
const maxImageBytes = 5 * 1024 ** 2
const inFlight = new Map<string, Promise<Buffer>>()

/** `version` changes with everything that the image shows; `key` contains it. */
type RenderedImage = { key: string; render: () => Promise<Buffer> }
type ImageSource = RenderedImage & { version: string; tags: Array<string> }

/** A PNG that is rendered once for each version, then stored. */
export async function storedImage(ports: Ports, source: ImageSource): Promise<FileResponse> {
  const bytes = await storedOrRendered(ports, source)
  return {
    name: 'card.png',
    type: 'image/png',
    etag: source.version,
    disposition: 'inline',
    cache: 'minute',
    tags: source.tags,
    isEmbeddable: true,
    ...fromBuffer(bytes),
  }
}

/** An image that is rendered at the first request for its key, then stored. Concurrent requests share one rendering. */
export async function storedOrRendered(ports: Ports, source: RenderedImage): Promise<Buffer> {
  const stored = await ports.fileStore.open(source.key)
  return stored ? buffer(stored) : renderOnce(ports, source)
}

function renderOnce(ports: Ports, source: RenderedImage): Promise<Buffer> {
  const { key } = source
  const pending = inFlight.get(key) ?? renderAndStore(ports, source).finally(() => inFlight.delete(key))
  inFlight.set(key, pending)
  return pending
}

async function renderAndStore(ports: Ports, { key, render }: RenderedImage): Promise<Buffer> {
  const image = await render()
  // Another process may have stored the same image first.
  await ports.fileStore
    .put(key, Readable.from([image]), { maxBytes: maxImageBytes })
    .catch((error: unknown) => ports.log.warn({ err: error, key }, 'a rendered image could not be stored'))
  return image
}

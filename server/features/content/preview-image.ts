import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  type ImageFormat,
  type ImageWidth,
  imageFormats,
  imageWidths,
} from '../../../contract/image-variants.ts'
import { limits } from '../../../contract/limits.ts'
import { AppError } from '../../../domain/errors.ts'
import { runImageTask } from '../../http/image-queue.ts'
import type { FormPart } from '../../http/multipart.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { removeStoredObjects } from '../storage/remove-stored-objects.ts'
import { encodePreview, unsupportedImageError, variantSuffix } from './preview-image-encoder.ts'

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

/** The preview key of a variant's key. */
export function previewKeyOf(key: string): string {
  return key.replace(/-\d+-[a-z]+$/, '')
}

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

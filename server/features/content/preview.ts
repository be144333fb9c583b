import { Readable } from 'node:stream'
import sharp from 'sharp'
import { limits } from '../../../contract/limits.ts'
import { AppError } from '../../../domain/errors.ts'
import type { FormPart } from '../../http/upload.ts'
import type { Ports } from '../../ports/index.ts'

const kept = { width: 1_600, height: 1_200, type: 'image/webp' } as const
const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif'])
/** Pixels of the decoded picture: a phone's largest photo fits, a bomb does not. */
const mostPixels = 60_000_000

export const previewType = kept.type

/** Decodes a picture, turns it upright, drops its metadata and keeps it small; throws AppError for what is no picture. */
async function encodePreview(bytes: Buffer): Promise<Buffer> {
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, pages: 1, failOn: 'error' })
    const { format } = await picture.metadata()
    if (!format || !formats.has(format)) throw notAPicture()
    return await picture
      .autoOrient()
      .resize({ width: kept.width, height: kept.height, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer()
  } catch {
    throw notAPicture()
  }
}

/** Keeps the picture under a name of its own; each new picture has a new address. */
export async function storePreview({ files, newId }: Ports, bytes: Buffer): Promise<string> {
  const key = `previews/${newId()}`
  await files.put(key, Readable.from([await encodePreview(bytes)]), { maxBytes: limits.maxPreviewBytes })
  return key
}

/** The bytes of a preview part: a picked file, or the data URL that spec.md section 3 allows. Empty means none was chosen. */
export async function previewBytes(part: FormPart): Promise<Buffer | undefined> {
  if (part.kind === 'field') return fromDataUrl(part.value)
  const chunks: Array<Buffer> = []
  let size = 0
  for await (const chunk of part.bytes) {
    size += chunk.length
    if (size > limits.maxPreviewBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return size === 0 ? undefined : Buffer.concat(chunks)
}

function fromDataUrl(text: string): Buffer | undefined {
  if (text === '') return undefined
  const data = /^data:image\/[a-z+.-]+;base64,([A-Za-z0-9+/=]+)$/.exec(text)?.[1]
  if (!data) throw notAPicture()
  if (data.length > (limits.maxPreviewBytes * 4) / 3 + 4) throw tooLarge()
  return Buffer.from(data, 'base64')
}

function notAPicture(): AppError {
  const sentence = 'The preview must be a picture: JPEG, PNG, WebP, GIF or AVIF.'
  return new AppError('unsupported_media', sentence, { previewImage: sentence })
}

function tooLarge(): AppError {
  const sentence = 'The preview picture may be at most 10 MB.'
  return new AppError('too_large', sentence, { previewImage: sentence })
}

import type { Readable } from 'node:stream'
import sharp, { type Sharp } from 'sharp'
import { limits } from '../../contract/limits.ts'
import { AppError } from '../../domain/errors.ts'
import type { FileStore } from '../ports/file-store.ts'
import { type Download, inMemory } from './download.ts'
import type { FormPart } from './upload.ts'

const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif'])
/** Pixels that may be decoded: a phone's largest picture, not a bomb. */
const mostPixels = 60_000_000

/**
 * The picture of a form, decoded and encoded again as `draw` says: turned upright, without its metadata. `field` is the
 * name of the field and of the thing (`photo`). Throws AppError for what is no picture or too large.
 */
export async function pictureIn(
  form: AsyncIterable<FormPart>,
  field: string,
  draw: (upright: Sharp) => Sharp,
): Promise<Buffer> {
  let bytes: Buffer | undefined
  for await (const part of form) {
    if (part.kind === 'file' && part.name === field && !bytes) bytes = await readWhole(part.bytes, field)
    else if (part.kind === 'file') part.bytes.resume()
  }
  if (!bytes || bytes.length === 0) throw notAPicture(field)
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, pages: 1, failOn: 'error' })
    const { format } = await picture.metadata()
    if (!format || !formats.has(format)) throw notAPicture(field)
    return await draw(picture.autoOrient()).toBuffer()
  } catch {
    throw notAPicture(field)
  }
}

/** A kept picture as an answer that may be cached for good; undefined when there is none under this key. */
export async function keptPicture(
  files: FileStore,
  { key, field }: { key: string; field: string },
): Promise<Download | undefined> {
  const stored = await files.open(key)
  if (!stored) return undefined
  const bytes = await readWhole(stored, field)
  return {
    name: `${field}.webp`,
    type: 'image/webp',
    etag: key.replace('/', '-'),
    disposition: 'inline',
    cache: 'immutable',
    ...inMemory(bytes),
  }
}

async function readWhole(bytes: Readable, field: string): Promise<Buffer> {
  const chunks: Array<Buffer> = []
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > limits.maxPreviewBytes) throw tooLarge(field)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function notAPicture(field: string): AppError {
  const sentence = `The ${field} must be a picture: JPEG, PNG, WebP, GIF or AVIF.`
  return new AppError('unsupported_media', sentence, { [field]: sentence })
}

function tooLarge(field: string): AppError {
  const sentence = `The ${field} may be at most 10 MB.`
  return new AppError('too_large', sentence, { [field]: sentence })
}

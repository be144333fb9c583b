import { Readable } from 'node:stream'
import sharp from 'sharp'
import type { Account } from '../../../contract/account-settings.ts'
import { limits } from '../../../contract/limits.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/call.ts'
import type { Download } from '../../http/download.ts'
import type { FormPart } from '../../http/upload.ts'
import type { Ports } from '../../ports/index.ts'
import { showAccount } from './profile.ts'
import { updateUser, userById } from './repository.ts'

const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif'])
/** Pixels: of the square that is kept, and of the picture that may be decoded (a phone's largest, not a bomb). */
const side = 320
const mostPixels = 60_000_000
const folder = 'photos/'

export async function setPhoto(
  ports: Ports,
  viewer: Viewer,
  form: AsyncIterable<FormPart>,
): Promise<Account> {
  let bytes: Buffer | undefined
  for await (const part of form) {
    if (part.kind === 'file' && part.name === 'photo' && !bytes) bytes = await readPart(part.bytes)
    else if (part.kind === 'file') part.bytes.resume()
  }
  if (!bytes || bytes.length === 0) throw notAPicture()
  const key = `${folder}${ports.newId()}`
  await ports.files.put(key, Readable.from([await squareOf(bytes)]), { maxBytes: limits.maxPreviewBytes })
  return replacePhoto(ports, viewer, key)
}

export async function removePhoto(ports: Ports, viewer: Viewer): Promise<Account> {
  return replacePhoto(ports, viewer, null)
}

export async function showPhoto({ files }: Ports, id: number): Promise<Download> {
  const bytes = await files.open(`${folder}${id}`)
  if (!bytes) throw new AppError('not_found', 'There is no such photo.')
  const chunks: Array<Buffer> = []
  for await (const chunk of bytes) chunks.push(chunk)
  const picture = Buffer.concat(chunks)
  return {
    name: 'photo.webp',
    type: 'image/webp',
    size: picture.length,
    etag: `photo-${id}`,
    disposition: 'inline',
    cache: 'immutable',
    open: async (range) => Readable.from([range ? picture.subarray(range.start, range.end + 1) : picture]),
  }
}

/** The row first: a crash between the two leaves a file nobody sees, never a row without its file. */
async function replacePhoto(ports: Ports, viewer: Viewer, photoKey: string | null): Promise<Account> {
  const { db, files, clock } = ports
  const before = await userById(db, viewer.id)
  await updateUser(db, viewer.id, { photoKey, updatedAt: clock.now() })
  if (before?.photoKey) await files.remove(before.photoKey)
  return showAccount(ports, viewer)
}

/** Turned upright, cut to its liveliest square, without metadata; throws AppError for what is no picture. */
async function squareOf(bytes: Buffer): Promise<Buffer> {
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, pages: 1, failOn: 'error' })
    const { format } = await picture.metadata()
    if (!format || !formats.has(format)) throw notAPicture()
    return await picture
      .autoOrient()
      .resize({ width: side, height: side, fit: 'cover', position: 'attention' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    throw notAPicture()
  }
}

async function readPart(bytes: Readable): Promise<Buffer> {
  const chunks: Array<Buffer> = []
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > limits.maxPreviewBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function notAPicture(): AppError {
  const sentence = 'The photo must be a picture: JPEG, PNG, WebP, GIF or AVIF.'
  return new AppError('unsupported_media', sentence, { photo: sentence })
}

function tooLarge(): AppError {
  const sentence = 'The photo may be at most 10 MB.'
  return new AppError('too_large', sentence, { photo: sentence })
}

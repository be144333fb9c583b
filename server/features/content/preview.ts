import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { limits } from '../../../contract/limits.ts'
import {
  type PictureFormat,
  type PictureWidth,
  pictureFormats,
  pictureWidths,
} from '../../../contract/pictures.ts'
import { AppError } from '../../../domain/errors.ts'
import type { FormPart } from '../../http/upload.ts'
import type { Ports } from '../../ports/index.ts'
import { encodePreview, endingOf, notAPicture } from './preview-encode.ts'

const endings = pictureWidths.flatMap((width) => pictureFormats.map((format) => endingOf(width, format)))

/** Keeps the pictures under a name of their own; each new preview has a new address. The master comes last: with it all are there. */
export async function storePreview({ files, newId }: Ports, bytes: Buffer): Promise<string> {
  const pictures = await encodePreview(bytes)
  const key = `previews/${newId()}`
  const put = (ending: string, picture: Buffer) =>
    files.put(`${key}${ending}`, Readable.from([picture]), { maxBytes: limits.maxPreviewBytes })
  try {
    for (const [ending, picture] of [...pictures].toReversed()) await put(ending, picture)
    return key
  } catch (error) {
    await removePreview({ files }, key)
    throw error
  }
}

/** Removes a preview with all that was made of it. */
export async function removePreview({ files }: Pick<Ports, 'files'>, key: string): Promise<void> {
  for (const ending of ['', ...endings]) await files.remove(`${key}${ending}`)
}

/** The preview whose picture this key is. */
export function previewOf(key: string): string {
  return key.replace(/-\d+-[a-z]+$/, '')
}

type Wanted = { width?: PictureWidth | undefined; format?: PictureFormat | undefined }

/** A picture of a preview: the one that is asked for, or the master of one that was kept before there were others. */
export async function readPreview(
  { files }: Pick<Ports, 'files'>,
  key: string,
  { width = '1280', format }: Wanted = {},
): Promise<{ bytes: Buffer; type: string; ending: string } | undefined> {
  const ending = format ? endingOf(width, format) : ''
  const found = await files.open(`${key}${ending}`)
  if (found) return { bytes: await buffer(found), type: `image/${format ?? 'webp'}`, ending }
  return format ? readPreview({ files }, key) : undefined
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

function tooLarge(): AppError {
  const sentence = 'The preview picture may be at most 10 MB.'
  return new AppError('too_large', sentence, { previewImage: sentence })
}

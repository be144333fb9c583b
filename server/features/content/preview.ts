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
import type { Viewer } from '../../http/call.ts'
import { decodeInTurn } from '../../http/picture-queue.ts'
import type { FormPart } from '../../http/upload.ts'
import type { Ports } from '../../ports/index.ts'
import { encodePreview, endingOf, notAPicture } from './preview-encode.ts'

const endings = pictureWidths.flatMap((width) => pictureFormats.map((format) => endingOf(width, format)))

/**
 * The key of the pictures that are made of a form's preview part and stored; undefined where none was chosen. Each preview
 * has a key of its own. The master comes last: with it all are there.
 */
export async function storePreview(
  { files, newId }: Ports,
  { id }: Pick<Viewer, 'id'>,
  part: FormPart,
): Promise<string | undefined> {
  const bytes = part.kind === 'file' ? part.bytes : fromDataUrl(part.value)
  const pictures = await decodeInTurn(id, { bytes, tooLarge }, encodePreview)
  if (!pictures) return undefined
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

/** The bytes of a data URL, which spec.md section 3 allows in place of a file. */
function fromDataUrl(text: string): Array<Buffer> {
  if (text === '') return []
  const data = /^data:image\/[a-z+.-]+;base64,([A-Za-z0-9+/=]+)$/.exec(text)?.[1]
  if (!data) throw notAPicture()
  if (data.length > (limits.maxPreviewBytes * 4) / 3 + 4) throw tooLarge()
  return [Buffer.from(data, 'base64')]
}

function tooLarge(): AppError {
  const sentence = 'The preview picture may be at most 10 MB.'
  return new AppError('too_large', sentence, { previewImage: sentence })
}

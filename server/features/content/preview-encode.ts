import sharp, { type Raw } from 'sharp'
import { type PictureFormat, pictureFormats, pictureWidths } from '../../../contract/pictures.ts'
import { AppError } from '../../../domain/errors.ts'

/** What is kept besides the pictures for pages: one that others are drawn from. */
const master = { width: 1_600, height: 1_200 }
const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif'])
/** Pixels of the decoded picture: a phone's largest photo fits, a bomb does not. */
const mostPixels = 60_000_000
/** The first one is shown; a file that hides thousands behind it is no picture. */
const mostFrames = 1_000
/** Seconds. */
const patience = 20

/** Encoded pictures by the ending of their key: '' is the master, in WebP. */
export type Encoded = Map<string, Buffer>

let last: Promise<unknown> = Promise.resolve()

/**
 * Decodes a picture, turns it upright, drops its metadata and makes the sizes and formats that pages use. One at a time: a large
 * photo takes more memory than many small ones. Throws AppError for what is no picture.
 */
export function encodePreview(bytes: Buffer): Promise<Encoded> {
  const next = last.then(() => encode(bytes))
  last = next.catch(() => undefined)
  return next
}

export function endingOf(width: string, format: PictureFormat): string {
  return `-${width}-${format}`
}

async function encode(bytes: Buffer): Promise<Encoded> {
  const given = sharp(bytes, { limitInputPixels: mostPixels, pages: 1, failOn: 'error' }).timeout({
    seconds: patience,
  })
  const { format, pages = 1 } = await given.metadata().catch(noFacts)
  if (!format || !formats.has(format) || pages > mostFrames) throw notAPicture()
  try {
    const { data, info } = await given
      .autoOrient()
      .toColorspace('srgb')
      .resize({ ...master, fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    return await every(data, { raw: { width, height, channels } })
  } catch {
    throw refused(
      'The preview picture is damaged, or of a kind that cannot be read here. Save it as JPEG or PNG.',
    )
  }
}

/** Of a bomb and of what is no picture there is nothing more to know. */
function noFacts(fault: unknown): never {
  if (!/pixel limit/i.test(String(fault))) throw notAPicture()
  throw refused('The preview picture has too many pixels: at most 60 million.')
}

async function every(pixels: Buffer, raw: { raw: Raw }): Promise<Encoded> {
  const made: Encoded = new Map([['', await sharp(pixels, raw).webp({ quality: 80 }).toBuffer()]])
  for (const width of pictureWidths) {
    const small = await sharp(pixels, raw)
      .resize({ width: Number(width), withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width: across, height, channels } = small.info
    const from = { raw: { width: across, height, channels } }
    for (const format of pictureFormats) made.set(endingOf(width, format), await as(format, small.data, from))
  }
  return made
}

function as(format: PictureFormat, pixels: Buffer, raw: { raw: Raw }): Promise<Buffer> {
  const picture = sharp(pixels, raw)
  if (format === 'avif') return picture.avif({ quality: 52, effort: 2 }).toBuffer()
  if (format === 'webp') return picture.webp({ quality: 76 }).toBuffer()
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality: 78, mozjpeg: true }).toBuffer()
}

export function notAPicture(): AppError {
  return refused('The preview must be a picture: JPEG, PNG, WebP, GIF or AVIF.')
}

function refused(sentence: string): AppError {
  return new AppError('unsupported_media', sentence, { previewImage: sentence })
}

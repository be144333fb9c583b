import type { Metadata, Sharp } from 'sharp'
import type { AppError } from '../../domain/errors.ts'
import { loadSharp } from './load-sharp.ts'

export type ImageError = 'not_an_image' | 'too_many_pixels' | 'too_much_memory' | 'too_slow' | 'damaged'

const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif'])
/** Only the first frame is shown; a file with thousands of frames is rejected. */
const maxFrames = 1_000
/** The maximum memory for decoding an image, in bytes. */
const maxDecodeBytes = 150_000_000
const timeoutSeconds = 20

type Options = { maxPixels: number; refusal: (error: ImageError) => AppError }

/**
 * Passes an image to `draw`, rotated by its EXIF orientation and decoded only when `draw` reads pixels. Throws the
 * refusal for an invalid, too expensive or too slow image. Metadata is dropped.
 */
export async function decodeImage<T>(
  bytes: Buffer,
  { maxPixels, refusal }: Options,
  draw: (upright: Sharp) => Promise<T>,
): Promise<T> {
  const sharp = await loadSharp()
  const picture = sharp(bytes, { limitInputPixels: maxPixels, pages: 1, failOn: 'error' })
  const metadata = await picture.metadata().catch((error: unknown) => {
    throw refusal(/pixel limit/i.test(String(error)) ? 'too_many_pixels' : 'not_an_image')
  })
  const { format, pages = 1 } = metadata
  if (!format || !formats.has(format) || pages > maxFrames) throw refusal('not_an_image')
  if (decodeBytes(metadata) > maxDecodeBytes) throw refusal('too_much_memory')
  try {
    return await draw(picture.timeout({ seconds: timeoutSeconds }).autoOrient())
  } catch (error) {
    throw refusal(/^timeout/i.test(messageOf(error)) ? 'too_slow' : 'damaged')
  }
}

/**
 * An estimate from measurements with libvips: formats decoded line by line need little memory, others need the whole
 * image.
 */
function decodeBytes({
  format,
  width = 0,
  height = 0,
  channels = 4,
  depth,
  isProgressive,
  orientation = 1,
}: Metadata) {
  const bytesPerPixel = channels * (depth === 'ushort' ? 2 : 1)
  const pixels = width * height
  if (format === 'jpeg') return pixels * (isProgressive ? 6 : 1)
  if (format === 'png' && !isProgressive && orientation === 1) return pixels
  if (format === 'heif') return pixels * 18
  return pixels * bytesPerPixel * 1.4
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

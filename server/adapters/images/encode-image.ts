import { inflateSync } from 'node:zlib'
import sharp, { type Metadata, type Raw, type Sharp } from 'sharp'
import { type EncodedFormat, ImageError, type ImageRecipe } from '../../ports/image-encoder.ts'
import type { RangeReader } from '../../ports/sample-maker.ts'
import { imageSignature } from './image-signature.ts'

/** Only the first frame is shown; a file with thousands of frames is rejected. */
const maxFrames = 1_000
/** The maximum memory for decoding an image, in bytes. */
const maxDecodeBytes = 150_000_000

/** One thread, as the server decodes one image at a time. The cache is useless for one image. */
sharp.concurrency(1)
sharp.cache(false)
// A file in another format is not even read.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`),
})

type Made = { bytes: Uint8Array; width: number; height: number }

/** Draws an image into the recipe's box and encodes each output from it. Throws ImageError. */
export async function encodeImage(
  file: RangeReader,
  { maxPixels, box, outputs }: ImageRecipe,
): Promise<{ images: Array<Made> }> {
  const bytes = Buffer.from(await file.read(0, file.sizeBytes))
  const signature = imageSignature(bytes)
  if (signature === 'webp' && webpFrames(bytes, maxFrames) > maxFrames) throw new ImageError('not_an_image')
  const source = signature === 'png' ? pixelChunks(bytes) : bytes
  const picture = sharp(source, { limitInputPixels: maxPixels, pages: 1, failOn: 'error' })
  const metadata = await picture.metadata().catch((error: unknown) => {
    throw new ImageError(/pixel limit/i.test(String(error)) ? 'too_many_pixels' : 'not_an_image')
  })
  if ((metadata.pages ?? 1) > maxFrames) throw new ImageError('not_an_image')
  if (decodeBytes(metadata) > maxDecodeBytes) throw new ImageError('too_much_memory')
  const { data, info } = await picture
    .autoOrient()
    .toColorspace('srgb')
    .resize({ ...box, position: 'attention', withoutEnlargement: box.fit === 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const images: Array<Made> = []
  for (const output of outputs) images.push(await encodeAs(data, { width, height, channels }, output))
  return { images }
}

async function encodeAs(
  pixels: Buffer,
  raw: Raw,
  { format, quality, maxWidth }: ImageRecipe['outputs'][number],
): Promise<Made> {
  const whole = sharp(pixels, { raw })
  const drawn = maxWidth ? whole.resize({ width: maxWidth, withoutEnlargement: true }) : whole
  const { data, info } = await encoders[format](drawn, quality).toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

const encoders: Record<EncodedFormat, (image: Sharp, quality: number) => Sharp> = {
  webp: (image, quality) => image.webp({ quality }),
  avif: (image, quality) => image.avif({ quality, effort: 2 }),
  png: (image) => image.png({ compressionLevel: 9 }),
  jpeg: (image, quality) => image.flatten({ background: '#ffffff' }).jpeg({ quality, mozjpeg: true }),
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

/** What the pixels of a PNG need: its size, colors, transparency and orientation. */
const keptTypes: ReadonlySet<string> = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS'],
  ...['gAMA', 'cHRM', 'sRGB', 'iCCP', 'eXIf'],
])
const signatureBytes = 8
/** Length, type and checksum. */
const frameBytes = 12
/** Color profiles of cameras and printers have up to about 3 MB. */
const maxProfileBytes = 4 * 1024 ** 2
const maxExifBytes = 1024 ** 2

/**
 * A PNG with only the chunks that its pixels need. A compressed text of 50 KB may have 50 MB, and the library would
 * read all of them. Throws ImageError.
 */
export function pixelChunks(png: Buffer): Buffer {
  const kept = [png.subarray(0, signatureBytes)]
  const keptOnce = new Set<string>()
  for (let start = signatureBytes; start + frameBytes <= png.length; ) {
    const length = png.readUInt32BE(start)
    const type = png.toString('latin1', start + 4, start + 8)
    const end = start + frameBytes + length
    // The last chunk of a truncated file is cut; the library says what is wrong with it.
    const chunk = png.subarray(start, Math.min(end, png.length))
    start = end
    if (!keptTypes.has(type) || keptOnce.has(type)) continue
    // Only the pixels may have several chunks. Half a million of another kind take the library seconds.
    if (type !== 'IDAT') keptOnce.add(type)
    if (type === 'iCCP') assertProfileSize(chunk.subarray(8, -4))
    if (type === 'eXIf' && length > maxExifBytes) throw new ImageError('too_much_memory')
    kept.push(chunk)
    // What follows is not part of the image.
    if (type === 'IEND') break
  }
  return Buffer.concat(kept)
}

/** The profile: its name, a zero byte, the compression method, then the compressed bytes. */
function assertProfileSize(data: Buffer): void {
  const compressed = data.subarray(data.indexOf(0) + 2)
  try {
    inflateSync(compressed, { maxOutputLength: maxProfileBytes })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw new ImageError('too_much_memory')
    // The library ignores a damaged profile.
  }
}

const headBytes = 8

/**
 * The number of frames of an animated WebP, at most `max` + 1; 0 of a still one. The library needs time by the square of
 * this number before it names it: 20 s for 100,000 frames in 10 MB.
 */
function webpFrames(webp: Buffer, max: number): number {
  let frames = 0
  // A RIFF file: its own head and type, then chunks of even lengths.
  for (let start = headBytes + 4; start + headBytes <= webp.length && frames <= max; ) {
    if (webp.toString('latin1', start, start + 4) === 'ANMF') frames++
    const length = webp.readUInt32LE(start + 4)
    start += headBytes + length + (length % 2)
  }
  return frames
}

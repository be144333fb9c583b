import type { Raw } from 'sharp'
import { type ImageFormat, imageFormats, imageWidths } from '../../../contract/image-variants.ts'
import { limits } from '../../../contract/limits.ts'
import { AppError } from '../../../domain/errors.ts'
import { decodeImage, type ImageError } from '../../http/decode-image.ts'
import { loadSharp } from '../../http/load-sharp.ts'

/** The maximum size in pixels of the stored master, from which share images are rendered. */
const masterSizePx = { width: 1_600, height: 1_200 }
/** Encoded images by key suffix: '' is the master, in WebP. */
export type EncodedVariants = Map<string, Buffer>

/**
 * Decodes an image, rotates it by its EXIF orientation, drops metadata and encodes the sizes and formats that pages
 * use. Throws AppError for an invalid image. Call it in the image queue.
 */
export function encodePreview(bytes: Buffer): Promise<EncodedVariants> {
  const options = { maxPixels: limits.maxPreviewPixels, refusal: imageError }
  return decodeImage(bytes, options, async (upright) => {
    const { data, info } = await upright
      .toColorspace('srgb')
      .resize({ ...masterSizePx, fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    return encodeVariants(data, { raw: { width, height, channels } })
  })
}

export function variantSuffix(width: string, format: ImageFormat): string {
  return `-${width}-${format}`
}

async function encodeVariants(pixels: Buffer, raw: { raw: Raw }): Promise<EncodedVariants> {
  const sharp = await loadSharp()
  const variants: EncodedVariants = new Map([['', await sharp(pixels, raw).webp({ quality: 80 }).toBuffer()]])
  for (const width of imageWidths) {
    const resized = await sharp(pixels, raw)
      .resize({ width: Number(width), withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width: actualWidth, height, channels } = resized.info
    const rawOptions = { raw: { width: actualWidth, height, channels } }
    for (const format of imageFormats)
      variants.set(variantSuffix(width, format), await encodeAs(format, resized.data, rawOptions))
  }
  return variants
}

async function encodeAs(format: ImageFormat, pixels: Buffer, raw: { raw: Raw }): Promise<Buffer> {
  const sharp = await loadSharp()
  const image = sharp(pixels, raw)
  if (format === 'avif') return image.avif({ quality: 52, effort: 2 }).toBuffer()
  if (format === 'webp') return image.webp({ quality: 76 }).toBuffer()
  return image.flatten({ background: '#ffffff' }).jpeg({ quality: 78, mozjpeg: true }).toBuffer()
}

const messages: Record<ImageError, string> = {
  not_an_image: 'The preview must be an image: JPEG, PNG, WebP, GIF or AVIF.',
  damaged:
    'We can’t read this preview image. It may be damaged or in an unsupported format. Save it as JPEG or PNG and try again.',
  too_many_pixels: 'The preview image is too large. Use one with no more than 60 million pixels.',
  too_much_memory: 'The preview image takes too much memory to open. Save it as a JPEG or use a smaller one.',
  too_slow: 'The preview image takes too long to open. Save it as a JPEG or use a smaller one.',
}

export function unsupportedImageError(): AppError {
  return imageError('not_an_image')
}

function imageError(error: ImageError): AppError {
  return new AppError('unsupported_media_type', messages[error], { previewImage: messages[error] })
}

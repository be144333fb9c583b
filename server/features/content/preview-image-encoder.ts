import { type ImageFormat, imageFormats, imageWidths } from '../../../contract/image-variants.ts'
import { limits } from '../../../contract/limits.ts'
import { AppError } from '../../../domain/errors.ts'
import { heicSentence } from '../../http/image-upload.ts'
import { ImageError, type ImageFault, type ImageRecipe } from '../../ports/image-encoder.ts'
import type { Ports } from '../../ports/index.ts'

/** The maximum size in pixels of the stored master, from which share images are rendered. */
const masterSizePx = { width: 1_600, height: 1_200 }
const qualities: Record<ImageFormat, number> = { avif: 52, webp: 76, jpeg: 78 }
/** Encoded images by key suffix: '' is the master, in WebP. */
export type EncodedVariants = Map<string, Buffer>

const variants: Array<{ suffix: string; output: ImageRecipe['outputs'][number] }> = [
  { suffix: '', output: { format: 'webp', quality: 80 } },
  ...imageWidths.flatMap((width) =>
    imageFormats.map((format) => ({
      suffix: variantSuffix(width, format),
      output: { format, quality: qualities[format], maxWidth: Number(width) },
    })),
  ),
]

/**
 * Decodes an image, rotates it by its EXIF orientation, drops metadata and encodes the sizes and formats that pages
 * use. Throws AppError for an invalid image. Call it in the image queue.
 */
export async function encodePreview(
  { images }: Pick<Ports, 'images'>,
  bytes: Buffer,
): Promise<EncodedVariants> {
  const encoded = await images
    .encode(bytes, {
      maxPixels: limits.maxPreviewPixels,
      box: { ...masterSizePx, fit: 'inside' },
      outputs: variants.map(({ output }) => output),
    })
    .catch((error: unknown) => {
      throw error instanceof ImageError ? imageError(error.fault) : error
    })
  return new Map(encoded.map((image, index) => [variants[index]?.suffix ?? '', image.bytes]))
}

export function variantSuffix(width: string, format: ImageFormat): string {
  return `-${width}-${format}`
}

const messages: Record<ImageFault, string> = {
  not_an_image: 'The preview must be an image: JPEG, PNG, WebP, GIF or AVIF.',
  heic: heicSentence,
  damaged:
    'We can’t read this preview image. It may be damaged or in an unsupported format. Save it as JPEG or PNG and try again.',
  too_many_pixels: 'The preview image is too large. Use one with no more than 60 million pixels.',
  too_much_memory: 'The preview image takes too much memory to open. Save it as a JPEG or use a smaller one.',
  too_slow: 'The preview image takes too long to open. Save it as a JPEG or use a smaller one.',
}

export function unsupportedImageError(): AppError {
  return imageError('not_an_image')
}

function imageError(fault: ImageFault): AppError {
  return new AppError('unsupported_media_type', messages[fault], { previewImage: messages[fault] })
}

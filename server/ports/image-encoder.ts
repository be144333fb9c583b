/** How an image is drawn and encoded again. `box` is in pixels; an image is never enlarged to fit `inside`. */
export type ImageRecipe = {
  /** The maximum pixels of the uploaded image. */
  maxPixels: number
  box: { width: number; height: number; fit: 'inside' | 'cover' }
  /** The files to make of it, each with at most this width. */
  outputs: Array<{ format: EncodedFormat; quality: number; maxWidth?: number }>
}

export type EncodedFormat = 'webp' | 'avif' | 'jpeg' | 'png'

/** An encoded image without metadata; the size in pixels. */
export type EncodedImage = { bytes: Buffer; width: number; height: number }

/**
 * Why an image is refused. `too_slow` and `too_much_memory` are measured, or known from its header. `heic`: a photo in
 * Apple's format, which has no free decoder.
 */
export const imageFaults = [
  ...(['not_an_image', 'heic', 'damaged'] as const),
  ...(['too_many_pixels', 'too_much_memory', 'too_slow'] as const),
] as const

export type ImageFault = (typeof imageFaults)[number]

export class ImageError extends Error {
  override name = 'ImageError'
  readonly fault: ImageFault
  constructor(fault: ImageFault) {
    super(`Not a usable image: ${fault}`)
    this.fault = fault
  }
}

/**
 * Decodes untrusted images in a separate process, one for each: an image that crashes, blocks or exhausts it does not
 * affect the server. Rotates by the EXIF orientation and drops metadata. Throws ImageError.
 */
export interface ImageEncoder {
  /** One result for each output of the recipe, in its order. */
  encode(bytes: Buffer, recipe: ImageRecipe): Promise<Array<EncodedImage>>
  close(): Promise<void>
}

/**
 * The generated variants of a preview image: widths in pixels, and formats, smallest first. Without schemas, because
 * pages without React load it.
 */
export const imageWidths = ['160', '640', '1280'] as const
export const imageFormats = ['avif', 'webp', 'jpeg'] as const
export type ImageWidth = (typeof imageWidths)[number]
export type ImageFormat = (typeof imageFormats)[number]

/** The size of a share image in pixels. */
export const shareImageSize = { width: 1_200, height: 630 } as const

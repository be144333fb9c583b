/** The pictures that are made of a preview: pixels across, and formats, the smallest first. Free of schemas: pages without React carry it. */
export const imageWidths = ['160', '640', '1280'] as const
export const imageFormats = ['avif', 'webp', 'jpeg'] as const
export type PictureWidth = (typeof imageWidths)[number]
export type PictureFormat = (typeof imageFormats)[number]

/** Pixels of a share card. */
export const shareImageSize = { width: 1_200, height: 630 } as const

/** The pictures that are made of a preview: pixels across, and formats, the smallest first. Free of schemas: pages without React carry it. */
export const pictureWidths = ['160', '640', '1280'] as const
export const pictureFormats = ['avif', 'webp', 'jpeg'] as const
export type PictureWidth = (typeof pictureWidths)[number]
export type PictureFormat = (typeof pictureFormats)[number]

/** Pixels of a share card. */
export const shareCardSize = { width: 1_200, height: 630 } as const

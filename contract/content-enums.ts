/** Enum values for forms and URLs. Without schemas, because every creator page loads this file. */
export const categories = [
  'digital-art',
  'video-course',
  'template',
  'music',
  'photography',
  'document',
  'other',
  'masterclass',
  'sample-pack',
  'preset-pack',
  'ebook',
] as const

/** Sort orders of a creator's public page; the first is the default. `popular` is by number of sales. */
export const creatorPageSorts = ['newest', 'popular', 'price-low'] as const
export type CreatorPageSort = (typeof creatorPageSorts)[number]

/** Sort orders of the creator's list. `tips` is by number of tips; ties are sorted newest first. */
export const contentSortOrders = ['newest', 'oldest', 'price-high', 'price-low', 'tips', 'earnings'] as const

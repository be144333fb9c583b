/** The lists a form or an address offers a choice of. Free of schemas: the first script of the creator's pages carries them. */
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

/** Orders of the creator's list. `tips` is by number of tips; equal ones stand newest first. */
export const contentSortOrders = ['newest', 'oldest', 'price-high', 'price-low', 'tips', 'earnings'] as const

/** Values for forms and URLs. Without schemas, because every creator page loads this file. */

/** The categories of a new site, in the order of the select field. */
export const defaultCategories: Array<{ id: string; label: string; isPro: boolean; isOffered: boolean }> = [
  { id: 'digital-art', label: 'Digital Art', isPro: false, isOffered: true },
  { id: 'video-course', label: 'Video Course', isPro: false, isOffered: true },
  { id: 'template', label: 'Template', isPro: false, isOffered: true },
  { id: 'music', label: 'Music', isPro: false, isOffered: true },
  { id: 'photography', label: 'Photography', isPro: false, isOffered: true },
  { id: 'document', label: 'Document', isPro: false, isOffered: true },
  { id: 'other', label: 'Other', isPro: false, isOffered: true },
  { id: 'masterclass', label: 'Masterclass', isPro: true, isOffered: true },
  { id: 'sample-pack', label: 'Sample Pack', isPro: true, isOffered: true },
  { id: 'preset-pack', label: 'Preset Pack', isPro: true, isOffered: true },
  { id: 'ebook', label: 'Ebook', isPro: true, isOffered: true },
]

/** Sort orders of a creator's public page; the first is the default. `popular` is by number of sales. */
export const creatorPageSorts = ['newest', 'popular', 'price-low'] as const
export type CreatorPageSort = (typeof creatorPageSorts)[number]

/** Sort orders of the creator's list. `tips` is by number of tips; ties are sorted newest first. */
export const contentSortOrders = ['newest', 'oldest', 'price-high', 'price-low', 'tips', 'earnings'] as const

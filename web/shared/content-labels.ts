import type { AccessType, Category } from '../../contract/content.ts'

/** Labels of the contract's enum values. */
export const categoryLabels: Record<Category, string> = {
  'digital-art': 'Digital Art',
  'video-course': 'Video Course',
  template: 'Template',
  music: 'Music',
  photography: 'Photography',
  document: 'Document',
  other: 'Other',
  masterclass: 'Masterclass',
  'sample-pack': 'Sample Pack',
  'preset-pack': 'Preset Pack',
  ebook: 'Ebook',
}

export const accessTypeLabels: Record<AccessType, string> = {
  download: 'Download',
  view: 'View',
  stream: 'Stream',
  link: 'Link',
}

import type { AccessType } from '../../contract/content.ts'
import { defaultCategories } from '../../contract/content-enums.ts'
import { dictionary } from '../../contract/dictionary.ts'
import { site } from '../../contract/site.ts'
import '../ui/page-site.ts'

/** The labels of a new site's categories. */
export const defaultCategoryLabels: Readonly<Record<string, string>> = dictionary(
  Object.fromEntries(defaultCategories.map(({ id, label }) => [id, label])),
)

/** The label of a category of this site; its id when the site no longer has it. */
export function categoryLabel(id: string): string {
  return categoryLabels()[id] ?? id
}

/** The labels of this site's categories by id, in their order. */
export function categoryLabels(): Readonly<Record<string, string>> {
  return dictionary(site().categoryLabels ?? defaultCategoryLabels)
}

/** Labels of the contract's enum values. */
export const accessTypeLabels: Record<AccessType, string> = {
  download: 'Download',
  view: 'View',
  stream: 'Stream',
  link: 'Link',
}

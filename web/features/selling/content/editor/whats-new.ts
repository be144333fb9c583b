import type { ContentForEditing } from '../../../../../contract/content-editing.ts'
import type { FormValues } from './form-values.ts'
import { isPart, type PartList } from './part-list/entries.ts'

/** Whether the link or the text of an item of one part was changed. */
export function hasNewValue({ linkUrl, textContent }: FormValues, item: ContentForEditing): boolean {
  const isNew = (typed: string | undefined, stored: string) => typed !== undefined && typed !== stored
  return isNew(linkUrl, item.linkUrl) || isNew(textContent, item.textContent)
}

/** Whether a part of a list was added, replaced or removed. A new name, section or place is nothing new. */
export function hasNewContents(list: PartList, stored: ContentForEditing['parts']): boolean {
  return list.filter(isPart).some((part) => {
    const before = stored.find(({ id }) => id === part.id)
    if (!before) return !part.isRemoved
    if (part.isRemoved || part.queueKey !== undefined || part.uploadId !== undefined) return true
    if ('text' in before) return (before.text ?? '') !== part.text
    return !('sha256' in before) && (before.url ?? '') !== part.url
  })
}

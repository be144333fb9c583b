import type { CreatorContent } from '../../../../contract/content.ts'

export type ContentActionsProps = {
  item: CreatorContent
  onDelete: (item: CreatorContent) => void
  onShare: (item: CreatorContent) => void
  details: { id: string; isOpen: boolean; onToggle: () => void }
}

/** Whether the item has a page to open and a link to share. */
export function isPublic({ status, takedownReason }: CreatorContent): boolean {
  return status === 'published' && !takedownReason
}

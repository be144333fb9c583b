import type { IslandDefinition } from '../../../hydration/island.tsx'
import { ShareButton, type ShareButtonProps } from '../../../shared/share-button.tsx'

/** Shares a bought item's tip link. An island on the access page, a plain component on the success page. */
export const shareItemIsland: IslandDefinition<ShareButtonProps> = {
  name: 'share-item',
  entry: 'web/features/buying/access/share-item.island.tsx',
  Component: ShareButton,
}

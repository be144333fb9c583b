import type { IslandDefinition } from '../../../hydration/island.tsx'
import { ShareButton, type ShareButtonProps } from '../../../shared/share-button.tsx'

export const shareCreatorIsland: IslandDefinition<ShareButtonProps> = {
  name: 'share-creator',
  entry: 'web/features/selling/creators/share-creator.island.tsx',
  Component: ShareButton,
}

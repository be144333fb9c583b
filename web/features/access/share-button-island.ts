import { hydrateIsland } from '../../hydration/hydrate-island.tsx'
import { shareButtonIsland } from './share-button.tsx'

hydrateIsland(shareButtonIsland)

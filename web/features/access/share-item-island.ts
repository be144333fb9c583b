import { hydrateIsland } from '../../hydration/hydrate-island.tsx'
import { shareItemIsland } from './share-item.tsx'

hydrateIsland(shareItemIsland)

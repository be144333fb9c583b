import { hydrateIsland } from '../../hydration/hydrate-island.tsx'
import { shareIsland } from './share.tsx'

hydrateIsland(shareIsland)

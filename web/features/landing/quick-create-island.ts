import { hydrateIsland } from '../../hydration/hydrate-island.tsx'
import { quickCreateIsland } from './quick-create.tsx'

hydrateIsland(quickCreateIsland)

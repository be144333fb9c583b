import { hydrateIsland } from '../../hydration/hydrate-island.tsx'
import { shareCreatorIsland } from './share-creator.tsx'

hydrateIsland(shareCreatorIsland)

import { hydrateIsland } from '../../hydration/hydrate-island.tsx'
import { playerIsland } from './player.tsx'

hydrateIsland(playerIsland)

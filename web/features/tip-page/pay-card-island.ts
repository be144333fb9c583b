import { hydrateIsland } from '../../hydration/hydrate-island.tsx'
import { payCardIsland } from './pay-card.tsx'

hydrateIsland(payCardIsland)

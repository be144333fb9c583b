import { hydrateIsland } from '../../hydration/hydrate-island.tsx'
import { checkoutIsland } from './checkout.tsx'

hydrateIsland(checkoutIsland)

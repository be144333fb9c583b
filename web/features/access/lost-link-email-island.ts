import { hydrateIsland } from '../../hydration/hydrate-island.tsx'
import { lostLinkEmailIsland } from './lost-link-email.ts'

hydrateIsland(lostLinkEmailIsland)

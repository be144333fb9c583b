import { hydrateIsland } from '../../hydration/hydrate-island.tsx'
import { correctEmailIsland } from './correct-email.tsx'

hydrateIsland(correctEmailIsland)

import { hydrateIsland } from '../../hydration/hydrate-island.tsx'
import { planComparisonIsland } from './plan-comparison.tsx'

hydrateIsland(planComparisonIsland)

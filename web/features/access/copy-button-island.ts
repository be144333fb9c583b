import { hydrateIsland } from '../../hydration/hydrate-island.tsx'
import { copyButtonIsland } from './copy-button.tsx'

hydrateIsland(copyButtonIsland)

import { hydrateIsland } from '../../hydration/hydrate-island.tsx'
import { downloadLinkIsland } from './download-link.tsx'

hydrateIsland(downloadLinkIsland)

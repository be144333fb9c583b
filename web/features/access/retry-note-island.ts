import { hydrateIsland } from '../../hydration/hydrate-island.tsx'
import { retryNoteIsland } from './retry-note.tsx'

hydrateIsland(retryNoteIsland)

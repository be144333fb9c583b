import { hydrateIsland } from '../../hydration/hydrate-island.tsx'
import { landingFilePickerIsland } from './landing-file-picker.tsx'

hydrateIsland(landingFilePickerIsland)

import { type ComponentType, lazy } from 'react'
import { ChunkLoadError } from './pages/chunk-load-error.tsx'
import type { PageDefinition } from './routes/page-route.ts'

const loadedPages = new Map<PageDefinition, ComponentType>()
const lazyPages = new Map<PageDefinition, ComponentType>()

/** Loads a page's code, so that the first render does not suspend. */
export async function loadPage(view: PageDefinition): Promise<void> {
  if (!loadedPages.has(view)) loadedPages.set(view, await view.load())
}

/** The page's component when its code is loaded, else one that suspends until it is. */
export function pageComponent(view: PageDefinition): ComponentType {
  const component = loadedPages.get(view) ?? lazyPages.get(view)
  if (component) return component
  const lazyPage = lazy(async () => ({ default: await view.load().catch(() => onLoadError(view)) }))
  lazyPages.set(view, lazyPage)
  return lazyPage
}

/** Allows a later visit to load the page again. */
function onLoadError(view: PageDefinition): ComponentType {
  lazyPages.delete(view)
  return ChunkLoadError
}

import { renderToString } from 'react-dom/server'
import { type IslandCollector, islandMarker } from './island.tsx'

/** Puts each island's HTML in its place. Each is a React root of its own, so it is rendered on its own. */
export function renderIslands(html: string, { islands }: IslandCollector): string {
  return islands.reduce((page, { idPrefix, element }, index) => {
    const island = renderToString(element, { identifierPrefix: idPrefix })
    return page.replace(islandMarker(index), () => island)
  }, html)
}

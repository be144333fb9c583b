import { renderToString } from 'react-dom/server'
import { type CollectedIsland, islandMarker, propsMarker } from './island.tsx'

/** A page's HTML around one island: before it, between it and its props, and after them. */
export type PageFrame = [before: string, between: string, after: string]

/**
 * Puts each island's HTML and props in their places, except the one at `exceptIndex`. Each is a React root of its own,
 * so it is rendered on its own.
 */
export function renderIslands(html: string, islands: Array<CollectedIsland>, exceptIndex?: number): string {
  return islands.reduce((page, island, index) => {
    if (index === exceptIndex) return page
    const { element, props } = renderIsland(island)
    return page.replace(islandMarker(index), () => element).replace(propsMarker(index), () => props)
  }, html)
}

export function frameOf(html: string, index: number): PageFrame {
  const [before = '', rest = ''] = html.split(islandMarker(index))
  const [between = '', after = ''] = rest.split(propsMarker(index))
  return [before, between, after]
}

export function fillFrame([before, between, after]: PageFrame, island: Rendered): string {
  const { element, props } = renderIsland(island)
  return before + element + between + props + after
}

export type Rendered = Pick<CollectedIsland, 'idPrefix' | 'element' | 'props'>

function renderIsland({ idPrefix, element, props }: Rendered) {
  return {
    element: renderToString(element, { identifierPrefix: idPrefix }),
    props: serializeJson(props),
  }
}

/** JSON for a script element. Escapes `<`, so that a creator's text cannot close it. */
export function serializeJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c')
}

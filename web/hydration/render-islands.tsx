import { renderToString } from 'react-dom/server'
import { type CollectedIsland, islandMarker, propsMarker } from './island.tsx'
import { serializeJson } from './serialize-json.ts'

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

/** Splits a page at an island that is not rendered yet. */
export function frameOf(html: string, index: number): PageFrame {
  const [before = '', rest = ''] = html.split(islandMarker(index))
  const [between = '', after = ''] = rest.split(propsMarker(index))
  return [before, between, after]
}

export function fillFrame([before, between, after]: PageFrame, island: Rendered): string {
  const { element, props } = renderIsland(island)
  return before + element + between + props + after
}

/** A frame as UTF-8. */
export type EncodedFrame = readonly [before: Uint8Array, between: Uint8Array, after: Uint8Array]

export function encodeFrame([before, between, after]: PageFrame): EncodedFrame {
  return [utf8.encode(before), utf8.encode(between), utf8.encode(after)]
}

/**
 * The same page as from `fillFrame`, as UTF-8. Most of the page is copied, because joining and encoding strings of its
 * size for each request takes longer than rendering an island.
 */
export function fillEncodedFrame([before, between, after]: EncodedFrame, island: Rendered): Uint8Array {
  const { element, props } = renderIsland(island)
  const parts = [before, utf8.encode(element), between, utf8.encode(props), after]
  const page = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let position = 0
  for (const part of parts) {
    page.set(part, position)
    position += part.length
  }
  return page
}

const utf8 = new TextEncoder()

type Rendered = Pick<CollectedIsland, 'idPrefix' | 'element' | 'props'>

function renderIsland({ idPrefix, element, props }: Rendered) {
  return {
    element: renderToString(element, { identifierPrefix: idPrefix }),
    props: serializeJson(props),
  }
}

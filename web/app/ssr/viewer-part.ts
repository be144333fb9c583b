import { buildUrl } from '../../../contract/route.ts'
import type { DehydratedResponse } from '../../api/query-client.ts'
import type { ApiRoute, CacheReader, RequestArguments, RequestInput, ResponseOf } from '../../api/types.ts'
import {
  type EncodedFrame,
  encodeFrame,
  fillEncodedFrame,
  fillFrame,
  type PageFrame,
} from '../../hydration/render-islands.tsx'
import { match } from '../match-route.ts'
import { routes } from '../routes/index.tsx'
import type { PageLocation } from '../routes/page-route.ts'
import type { ViewerIsland } from './cacheable-pages.ts'
import { type FetchApi, fetchAll } from './responses.ts'

/** The part of a cached page that differs by viewer. Its methods return the whole page's HTML. */
export type ViewerPart = {
  /** The page for a URL's query, as everyone gets it. */
  forQuery(url: string): string
  /** Renders the page for a buyer, as UTF-8. Undefined when this viewer gets the same page as everyone. */
  forBuyer(url: string, fetchApi: FetchApi): Promise<(() => Uint8Array) | undefined>
}

type Options = {
  frame: PageFrame
  island: ViewerIsland
  idPrefix: string
  /** The responses that the page was rendered from. */
  responses: Array<DehydratedResponse>
}

export function createViewerPart({ frame, island, idPrefix, responses }: Options): ViewerPart {
  const render = (location: PageLocation, readCached: CacheReader) => ({
    idPrefix,
    ...island.render(location, readCached),
  })
  let encoded: EncodedFrame | undefined
  return {
    forQuery: (url) => fillFrame(frame, render(locationOf(url), readerOf(responses))),
    async forBuyer(url, fetchApi) {
      const location = locationOf(url)
      const own = await fetchAll(fetchApi, island.prefetch(location))
      if (island.isShared(location, readerOf(own))) return undefined
      encoded ??= encodeFrame(frame)
      const ownFrame = encoded
      return () => fillEncodedFrame(ownFrame, render(location, readerOf([...responses, ...own])))
    },
  }
}

function locationOf(url: string): PageLocation {
  const matched = match(routes, url)
  if (!matched) throw new Error('A page with a viewer part has a route')
  return matched.location
}

/**
 * Reads the bodies of successful responses; a later one of the same URL replaces an earlier one. A query client would do
 * the same with more work for each page.
 */
function readerOf(responses: Array<DehydratedResponse>): CacheReader {
  const bodies = new Map(
    responses.filter(({ status }) => status < 300).map(({ url, body }) => [url, body] as const),
  )
  // The body under a route's URL is that route's response.
  return <R extends ApiRoute>(route: R, ...[input]: RequestArguments<RequestInput<R>>) =>
    bodies.get(buildUrl(route, input)) as ResponseOf<R> | undefined
}

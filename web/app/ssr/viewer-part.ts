import { buildUrl } from '../../../contract/route.ts'
import type { DehydratedResponse } from '../../api/query.ts'
import type { ApiRoute, CacheReader, RequestArguments, RequestInput, ResponseOf } from '../../api/types.ts'
import { fillFrame, type PageFrame } from '../../hydration/render-islands.tsx'
import { match } from '../match-route.ts'
import { routes } from '../routes/index.tsx'
import type { PageLocation } from '../routes/page-route.ts'
import type { ViewerIsland } from './cacheable-pages.ts'
import { type FetchApi, fetchAll } from './responses.ts'

/** The part of a cached page that differs by viewer. Its methods return the whole page's HTML. */
export type ViewerPart = {
  /** The page for a URL's query, as everyone gets it. */
  forQuery(url: string): string
  /** Renders the page for a buyer. Undefined when this viewer gets the same page as everyone. */
  forBuyer(url: string, fetchApi: FetchApi): Promise<(() => string) | undefined>
}

type Options = {
  frame: PageFrame
  island: ViewerIsland
  idPrefix: string
  /** The responses that the page was rendered from. */
  responses: Array<DehydratedResponse>
  /** The frame of the page for other responses. */
  renderFrame: (url: string, responses: Array<DehydratedResponse>) => PageFrame
}

export function createViewerPart({ frame, island, idPrefix, responses, renderFrame }: Options): ViewerPart {
  const render = (url: string, pageResponses: Array<DehydratedResponse>, ownFrame = frame) =>
    fillFrame(ownFrame, { idPrefix, ...island.render(locationOf(url), readerOf(pageResponses)) })
  return {
    forQuery: (url) => render(url, responses),
    async forBuyer(url, fetchApi) {
      const location = locationOf(url)
      const own = await fetchAll(fetchApi, island.prefetch(location, readerOf(responses)))
      if (island.isShared(location, readerOf(own))) return undefined
      const all = [...responses, ...own]
      return () =>
        island.changesPage(location, readerOf(own))
          ? render(url, all, renderFrame(url, all))
          : render(url, all)
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

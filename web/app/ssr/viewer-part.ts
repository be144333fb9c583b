import { buildUrl } from '../../../contract/route.ts'
import type { DehydratedResponse } from '../../api/query-client.ts'
import type { ApiRoute, CacheReader, RequestArguments, RequestInput, ResponseOf } from '../../api/types.ts'
import { createTemplate, type PageTemplate } from '../../hydration/page-template.ts'
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
  forBuyer(url: string, fetchApi: FetchApi): Promise<(() => OwnPage) | undefined>
}

/** A buyer's page: a template that is the same for all buyers, and this buyer's texts; or all of it, for a URL's query. */
export type OwnPage = { template: PageTemplate; texts: Array<string> } | { html: string }

type Options = {
  /** The URL that the page was rendered for. */
  url: string
  frame: PageFrame
  island: ViewerIsland
  idPrefix: string
  /** The responses that the page was rendered from. */
  responses: Array<DehydratedResponse>
}

export function createViewerPart({ url: baseUrl, frame, island, idPrefix, responses }: Options): ViewerPart {
  const base = locationOf(baseUrl)
  const prefetched = island.prefetch(base)
  const render = (location: PageLocation, readCached: CacheReader) => ({
    idPrefix,
    ...island.render(location, readCached),
  })
  let template: PageTemplate | null | undefined
  return {
    forQuery: (url) => fillFrame(frame, render(locationOf(url), readerOf(responses))),
    async forBuyer(url, fetchApi) {
      const own = await fetchAll(fetchApi, prefetched)
      if (island.isShared(base, readerOf(own))) return undefined
      return () => {
        if (url === baseUrl && template === undefined) template = renderTemplate()
        if (url === baseUrl && template) return { template, texts: island.textsOf(base, readerOf(own)) }
        return { html: fillFrame(frame, render(locationOf(url), readerOf([...responses, ...own]))) }
      }
    },
  }

  /** Null when the island shows a text in another way than `textsOf` says. */
  function renderTemplate(): PageTemplate | null {
    const { sample, texts } = unusedSample()
    const created = createTemplate(frame, render(base, readerOf([...responses, ...sample])), texts)
    return texts.every((_, index) => created.textIndexes.includes(index)) ? created : null
  }

  /** What the island shows must not have one of its texts already, by chance in an item's title. */
  function unusedSample() {
    const shown = JSON.stringify(responses)
    for (;;) {
      const sample = island.sample(base, readerOf(responses))
      const texts = island.textsOf(base, readerOf(sample))
      if (!texts.some((text) => shown.includes(text))) return { sample, texts }
    }
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

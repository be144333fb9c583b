import { renderToString } from 'react-dom/server'
import { getUser } from '../contract/accounts.ts'
import { getInstance } from '../contract/instance.ts'
import { buildUrl } from '../contract/route.ts'
import { createQueryClient, type DehydratedResponse } from './api/query-client.ts'
import { App } from './app/app.tsx'
import { match } from './app/match-route.ts'
import { loadPage } from './app/page-loader.ts'
import { cacheReader, needsUser, resolvePage } from './app/resolve-page.ts'
import { notFoundPage, routes } from './app/routes/index.tsx'
import { assetsFor, type Manifest, moduleUrls } from './app/ssr/assets.ts'
import { renderHtmlDocument } from './app/ssr/html-document.ts'
import type { IslandCollector } from './hydration/island.tsx'
import { renderIslands } from './hydration/render-islands.tsx'

type FetchApi = (path: string) => Promise<{ status: number; body: unknown }>
type Page = { status: number; html: string; location?: string }
type SharedAddress = { address: string; viewers: 'non-buyers' | 'anonymous' }
type Renderer = {
  render(url: string, fetchApi: FetchApi, page: { nonce: string }): Promise<Page>
  sharedAddress(url: string): SharedAddress | undefined
}

/** Renders pages from the API's responses. `manifest` is the client build's; undefined in development. */
export function createRenderer(manifest?: Manifest): Renderer {
  return { render: (url, fetchApi, { nonce }) => render(url, fetchApi, nonce, manifest), sharedAddress }
}

async function render(url: string, fetchApi: FetchApi, nonce: string, manifest?: Manifest): Promise<Page> {
  const layoutUrls = [buildUrl(getInstance), ...(needsUser(url) ? [buildUrl(getUser)] : [])]
  const layoutResponses = await fetchAll(fetchApi, layoutUrls)
  const { view, location } = resolvePage(createQueryClient(layoutResponses), url)
  const pageResponses = view.ssr ? await fetchAll(fetchApi, view.prefetch?.(location) ?? []) : []
  const layoutExtraResponses = await fetchAll(fetchApi, view.layoutPrefetch?.(location) ?? [])

  const responses = [...layoutResponses, ...pageResponses, ...layoutExtraResponses]
  const client = createQueryClient(responses)
  await loadPage(view)
  const [path, search] = url.split(/\?(.*)/s)
  const collector: IslandCollector = { urlsOf: (entry) => moduleUrls(entry, manifest), islands: [] }
  const app = renderToString(
    <App
      client={client}
      path={path}
      search={search}
      isShellOnly={!view.ssr}
      islands={view.hydrate === 'islands' ? collector : undefined}
    />,
  )
  const loadedIslands = collector.islands.filter(({ hydrateOn }) => hydrateOn === 'load')
  const html = renderHtmlDocument({
    head: view.head(location, cacheReader(client)),
    url,
    publicUrl: cacheReader(client)(getInstance)?.publicUrl ?? '',
    body: renderIslands(app, collector),
    isHydrated: view.hydrate !== 'none',
    responses: view.hydrate === 'react' ? responses : undefined,
    assets: assetsFor(view, [...new Set(loadedIslands.map(({ entry }) => entry))], manifest),
    nonce,
  })
  const redirectTo = view.redirect?.(location, cacheReader(client))
  client.clear()
  if (redirectTo) return { status: 301, html, location: redirectTo }
  return { status: view === notFoundPage ? 404 : pageStatus(pageResponses[0]), html }
}

/** The cache key of a page. Unknown query parameters are ignored, and all missing pages share one key. */
function sharedAddress(url: string): SharedAddress | undefined {
  const matched = match(routes, url)
  if (!matched) return { address: '/404', viewers: 'anonymous' }
  const { entry, location } = matched
  const view = typeof entry.view === 'function' ? entry.view(null) : entry.view
  if (!view.cacheableFor || [...location.query.keys()].some((name) => view.isQueryName?.(name)))
    return undefined
  return { address: location.path, viewers: view.cacheableFor }
}

function fetchAll(fetchApi: FetchApi, urls: Array<string>): Promise<Array<DehydratedResponse>> {
  return Promise.all(urls.map(async (url) => ({ url, ...(await fetchApi(url)) })))
}

/** The page's status is that of its first call. A malformed id is 400 in the API and 404 for a page. */
function pageStatus(primaryResponse: DehydratedResponse | undefined): number {
  if (!primaryResponse) return 200
  return primaryResponse.status === 400 ? 404 : primaryResponse.status
}

import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { getUser } from '../contract/accounts.ts'
import { getInstance } from '../contract/instance.ts'
import { buildUrl } from '../contract/route.ts'
import { setSite } from '../contract/site.ts'
import { createQueryClient, type DehydratedResponse } from './api/query.ts'
import { App } from './app/app.tsx'
import { cacheReader, loadPage, match, needsUser, resolvePage } from './app/match-route.ts'
import { notFoundPage, routes } from './app/routes/index.tsx'
import type { PageDefinition } from './app/routes/page-route.ts'
import {
  assetsFor,
  type ClientBuild,
  createInlineImageLoader,
  type InlineImageLoader,
  moduleUrls,
} from './app/ssr/assets.ts'
import { cacheableRoute, locatePage } from './app/ssr/cacheable-pages.ts'
import { type HtmlDocument, renderHtmlDocument, toSite } from './app/ssr/html-document.ts'
import { inlinePond } from './app/ssr/inline-pond.ts'
import { type FetchApi, fetchAll, pageStatus } from './app/ssr/responses.ts'
import { soloRedirect } from './app/ssr/solo-paths.ts'
import { createViewerPart, type ViewerPart } from './app/ssr/viewer-part.ts'
import type { IslandCollector } from './hydration/island.tsx'
import { fillFrame, frameOf, renderIslands } from './hydration/render-islands.tsx'
import { DrawnCoverContext } from './shared/drawn-cover.ts'
import { InlineImagesContext } from './shared/preview-image.tsx'

type Page = HtmlDocument & {
  status: number
  location?: string
  tags: Array<string>
  viewerPart?: ViewerPart
}
type Renderer = {
  render(url: string, fetchApi: FetchApi, page: { nonce?: string }): Promise<Page>
  locate: typeof locatePage
  routeOf(url: string): string | undefined
}

type RenderOptions = {
  nonce: string | undefined
  build: ClientBuild | undefined
  loadImages: InlineImageLoader
}

/** Renders pages from the API's responses. `build` is the browsers' bundle; undefined in development. */
export function createRenderer(build?: ClientBuild): Renderer {
  const loadImages = createInlineImageLoader()
  return {
    render: (url, fetchApi, { nonce }) => render(url, fetchApi, { nonce, build, loadImages }),
    locate: locatePage,
    routeOf: (url) => match(routes, url)?.entry.path,
  }
}

async function render(
  url: string,
  fetchApi: FetchApi,
  { nonce, build, loadImages }: RenderOptions,
): Promise<Page> {
  const layoutUrls = [buildUrl(getInstance), ...(needsUser(url) ? [buildUrl(getUser)] : [])]
  const layoutResponses = await fetchAll(fetchApi, layoutUrls)
  const { view, location, path } = resolvePage(createQueryClient(layoutResponses), url)
  const pageResponses = view.ssr ? await fetchAll(fetchApi, view.prefetch?.(location) ?? []) : []
  const layoutExtraResponses = await fetchAll(fetchApi, view.layoutPrefetch?.(location) ?? [])

  const responses = [...layoutResponses, ...pageResponses, ...layoutExtraResponses]
  const client = createQueryClient(responses)
  const readCached = cacheReader(client)
  const inlineImages = await loadImages(fetchApi, view.inlineImages?.(location, readCached) ?? [])
  await loadPage(view)
  const cacheable = cacheableRoute(url)
  const viewerIsland = await cacheable?.viewerIsland?.()
  const parts = { view, inlineImages, build, nonce, viewerIslandName: viewerIsland?.name }
  // Everything from here on is synchronous.
  const { page, frame, ownIsland } = renderBody(url, { client, responses }, parts)
  const redirectTo = soloRedirect(path, readCached) ?? view.redirect?.(location, readCached)
  const tags = cacheable?.tags?.(location, readCached) ?? []
  client.clear()
  if (redirectTo) return { ...page, status: 301, location: redirectTo, tags }
  return {
    ...page,
    status: view === notFoundPage ? 404 : pageStatus(pageResponses[0]),
    tags,
    ...(ownIsland &&
      viewerIsland && {
        viewerPart: createViewerPart({
          frame,
          island: viewerIsland,
          idPrefix: ownIsland.idPrefix,
          responses,
          renderFrame(ownUrl, ownResponses) {
            const own = { client: createQueryClient(ownResponses), responses: ownResponses }
            const body = renderBody(ownUrl, own, parts)
            own.client.clear()
            return body.frame
          },
        }),
      }),
  }
}

/** A hydrated page is drawn again by the browser, which has the addresses only. */
function ProvideDrawnCovers({ isHydrated, children }: { isHydrated: boolean; children: ReactNode }) {
  if (isHydrated) return children
  return <DrawnCoverContext value={inlinePond}>{children}</DrawnCoverContext>
}

type BodyParts = {
  view: PageDefinition
  inlineImages: Map<string, string>
  build: ClientBuild | undefined
  nonce: string | undefined
  viewerIslandName: string | undefined
}

/** The document of a page for these responses, and its frame around the island that differs by viewer. */
function renderBody(
  url: string,
  { client, responses }: { client: QueryClient; responses: Array<DehydratedResponse> },
  { view, inlineImages, build, nonce, viewerIslandName }: BodyParts,
) {
  const readCached = cacheReader(client)
  const { location } = resolvePage(client, url)
  setSite(toSite(readCached(getInstance)))
  const [path, search] = url.split(/\?(.*)/s)
  const collector: IslandCollector = { urlsOf: (entry) => moduleUrls(entry, build?.manifest), islands: [] }
  const app = renderToString(
    <InlineImagesContext value={inlineImages}>
      <ProvideDrawnCovers isHydrated={view.hydrate === 'react'}>
        <App
          client={client}
          path={path}
          search={search}
          isShellOnly={!view.ssr}
          islands={view.hydrate === 'islands' ? collector : undefined}
        />
      </ProvideDrawnCovers>
    </InlineImagesContext>,
  )
  const { islands } = collector
  const viewerIndex = islands.findIndex(({ name }) => name === viewerIslandName)
  const loadedIslands = islands.filter(({ hydrateOn }) => hydrateOn === 'load')
  const page = renderHtmlDocument({
    head: view.head(location, readCached),
    url,
    publicUrl: readCached(getInstance)?.publicUrl ?? '',
    body: renderIslands(app, islands, viewerIndex),
    isHydrated: view.hydrate !== 'none',
    responses: view.hydrate === 'react' ? responses : undefined,
    assets: assetsFor(view, [...new Set(loadedIslands.map(({ entry }) => entry))], build),
    nonce,
  })
  const frame = frameOf(page.html, viewerIndex)
  const ownIsland = islands[viewerIndex]
  return { page: { ...page, html: ownIsland ? fillFrame(frame, ownIsland) : page.html }, frame, ownIsland }
}

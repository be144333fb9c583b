import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy } from 'react'
import { parse as parseSegments } from 'regexparam'
import { getUser, type User } from '../../contract/accounts.ts'
import { getInstance } from '../../contract/instance.ts'
import { buildUrl } from '../../contract/route.ts'
import { queryKeyFor } from '../api/query.ts'
import type { ApiRoute, CacheReader, RequestArguments, RequestInput, ResponseOf } from '../api/types.ts'
import { ChunkLoadError } from './pages/page-error.tsx'
import { notFoundPage, routes } from './routes/index.tsx'
import type { PageDefinition, PageLocation, PageRoute } from './routes/page-route.ts'

export type RouteMatch = { entry: PageRoute; location: PageLocation }

type ParsedPattern = { keys: Array<string>; pattern: RegExp }

/** Every request is matched with all patterns, so each is parsed once. */
const parsedPatterns = new Map<string, ParsedPattern>()

/** Also wouter's parser, so that both match alike. Its default parser ignores case. */
export function parsePattern(path: string, loose?: boolean): ParsedPattern {
  const key = loose ? `${path}*` : path
  const parsed = parsedPatterns.get(key) ?? parse(path, loose)
  parsedPatterns.set(key, parsed)
  return parsed
}

function parse(path: string, loose?: boolean): ParsedPattern {
  // regexparam takes only whole segments as parameters; `/@:handle` has an `@` before its parameter.
  const { keys, pattern } = parseSegments(path.replace('/@:', '/:'), loose)
  const source = path.startsWith('/@:') ? pattern.source.replace('^\\/', '^\\/@') : pattern.source
  return { keys, pattern: new RegExp(source) }
}

/** The first entry whose path matches, with its parameters. `url` is path and query. */
export function match(entries: ReadonlyArray<PageRoute>, url: string): RouteMatch | undefined {
  const [path = '/', search = ''] = url.split('#')[0]?.split(/\?(.*)/s) ?? []
  for (const entry of entries) {
    const { keys, pattern } = parsePattern(entry.path)
    const groups = pattern.exec(path)
    if (!groups) continue
    const params = Object.fromEntries(keys.map((key, index) => [key, decodeSegment(groups[index + 1] ?? '')]))
    return { entry, location: { path, params, query: new URLSearchParams(search) } }
  }
  return undefined
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

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

/** Reads the query cache, on the server and in the browser. */
export function cacheReader(client: QueryClient): CacheReader {
  // The cache under a route's key holds that route's response: only the hooks and the prefetched responses write
  // there.
  return <R extends ApiRoute>(route: R, ...[input]: RequestArguments<RequestInput<R>>) =>
    client.getQueryData<ResponseOf<R>>(queryKeyFor(buildUrl(route, input)))
}

export type ResolvedPage = { view: PageDefinition; location: PageLocation; path: string }

export function resolvePage(client: QueryClient, url: string): ResolvedPage {
  const matched = match(routes, url)
  const notFound = {
    view: notFoundPage,
    location: { path: url, params: {}, query: new URLSearchParams() },
    path: '',
  }
  if (!matched) return notFound
  const { entry, location } = matched
  const viewer = client.getQueryData<User | null>(queryKeyFor(buildUrl(getUser))) ?? null
  const view = typeof entry.view === 'function' ? entry.view(viewer) : entry.view
  const instance = cacheReader(client)(getInstance)
  if (view.isSandboxOnly && instance?.provider !== 'sandbox') return notFound
  return { view, location, path: entry.path }
}

/** Whether the page of a URL depends on the current user. */
export function needsUser(url: string): boolean {
  const view = match(routes, url)?.entry.view ?? notFoundPage
  return typeof view === 'function' || view.layout === 'full'
}

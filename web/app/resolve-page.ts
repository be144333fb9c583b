import type { QueryClient } from '@tanstack/react-query'
import type { User } from '../../contract/accounts.ts'
import { getUser } from '../../contract/accounts.ts'
import { getInstance } from '../../contract/instance.ts'
import { buildUrl } from '../../contract/route.ts'
import { queryKeyFor } from '../api/query-client.ts'
import type { ApiRoute, CacheReader, RequestArguments, RequestInput, ResponseOf } from '../api/types.ts'
import { match } from './match-route.ts'
import { notFoundPage, routes } from './routes/index.tsx'
import type { PageDefinition, PageLocation } from './routes/page-route.ts'

/** Reads the query cache, on the server and in the browser. */
export function cacheReader(client: QueryClient): CacheReader {
  // The cache under a route's key holds that route's response: only the hooks and the prefetched responses write
  // there.
  return <R extends ApiRoute>(route: R, ...[input]: RequestArguments<RequestInput<R>>) =>
    client.getQueryData<ResponseOf<R>>(queryKeyFor(buildUrl(route, input)))
}

export type ResolvedPage = { view: PageDefinition; location: PageLocation; path: string }

/** The page for a URL and the signed-in user. */
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

import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** A response of the API that the server read while rendering a page: the request's URL, its status and its body. */
export type DehydratedResponse = { url: string; status: number; body: unknown }

/** Infinite on the server, where a timer for each query would keep the page's data in memory for this time. */
const gcTimeMs = import.meta.env.SSR ? Number.POSITIVE_INFINITY : 5 * 60_000

/** No stale time, no retries, no refetch in the background (spec.md sections 7 and 9). */
export function createQueryClient(responses: ReadonlyArray<DehydratedResponse> = []): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        retryOnMount: false,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: gcTimeMs,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  for (const response of responses) seedQuery(client, response)
  return client
}

/** Splits a request's URL at `/`; joining the parts gives the URL again. */
export function queryKeyFor(url: string): Array<string> {
  return url.split('/')
}

/**
 * Puts a prefetched response into the cache. An error is seeded too, so a missing page renders as missing on the
 * server.
 */
function seedQuery(client: QueryClient, { url, status, body }: DehydratedResponse): void {
  const queryKey = queryKeyFor(url)
  if (status < 300) return void client.setQueryData(queryKey, body)
  if (isAnonymousUser(url, status)) return void client.setQueryData(queryKey, null)
  const query = client.getQueryCache().build(client, { queryKey })
  query.setState({
    status: 'error',
    fetchStatus: 'idle',
    error: new ApiError(status, '', JSON.stringify(body)),
    errorUpdateCount: 1,
  })
}

/** A 401 of the current user is not an error: the user is null (see useCurrentUser). */
function isAnonymousUser(url: string, status: number): boolean {
  return url === '/api/auth/user' && status === 401
}

import {
  keepPreviousData,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { getUser, type User } from '../../contract/accounts.ts'
import { buildUrl } from '../../contract/route.ts'
import { ApiError, isUnauthorized, request, requestEndpoint } from './client.ts'
import { requireReauthentication, withSignIn } from './reauthentication.ts'
import type { ApiRoute, RequestArguments, RequestInput, ResponseOf } from './types.ts'

type QueryInput<R extends ApiRoute> = RequestInput<R> & {
  /** Whether the request is sent; true by default. */
  enabled?: boolean
  /** Shows the previous response while the next one loads. */
  keepPreviousData?: boolean
  /** Fetches again every second while it returns true for the last response. */
  pollWhile?: (response: ResponseOf<R>) => boolean
  /** Fetches again after this time while the page is visible. */
  pollIntervalMs?: number
}

const pollingIntervalMs = 1_000

/** The response of a GET route, from the server-rendered page's cache or fetched. */
export function useApiQuery<R extends ApiRoute>(
  route: R,
  ...[input]: RequestArguments<QueryInput<R>>
): UseQueryResult<ResponseOf<R>, ApiError> {
  const query = useQuery<ResponseOf<R>, ApiError>({
    queryKey: queryKeyFor(buildUrl(route, input)),
    queryFn: ({ signal }) => requestEndpoint<R>(route, { ...input, signal }),
    enabled: input?.enabled ?? true,
    ...(input?.keepPreviousData && { placeholderData: keepPreviousData }),
    ...(input?.pollIntervalMs && { refetchInterval: input.pollIntervalMs }),
    ...(input?.pollWhile && {
      refetchInterval: ({ state }) => refetchIntervalMs(state.data, input.pollWhile),
    }),
  })
  return withSignInOnRefetch(query)
}

function refetchIntervalMs<T>(response: T | undefined, pollWhile: ((response: T) => boolean) | undefined) {
  return response !== undefined && pollWhile?.(response) ? pollingIntervalMs : false
}

/** The same query, but `refetch` asks for a sign-in first when the session has ended. */
function withSignInOnRefetch<T>(query: UseQueryResult<T, ApiError>): UseQueryResult<T, ApiError> {
  const refetch: typeof query.refetch = async (options) => {
    if (isUnauthorized(query.error)) await requireReauthentication('ended')
    return query.refetch(options)
  }
  // TanStack Query re-renders only for the properties that were read. Copying the object would read all of them.
  return new Proxy(query, {
    get: (target, property) => (property === 'refetch' ? refetch : Reflect.get(target, property)),
  })
}

/** The signed-in user; `data` is null when no one is signed in. */
export function useCurrentUser({ enabled = true } = {}): UseQueryResult<User | null, ApiError> {
  return useQuery<User | null, ApiError>({
    queryKey: queryKeyFor(buildUrl(getUser)),
    queryFn: () =>
      request(getUser).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 401) return null
        throw error
      }),
    enabled,
  })
}

type MutationCallbacks<R extends ApiRoute> = {
  onSuccess?: (reply: ResponseOf<R>, input: RequestInput<R>) => void
  onError?: (error: ApiError, input: RequestInput<R>) => void
  /** `ask`: sign in on this page, then repeat the call. `fail`: the caller redirects to the sign-in page. */
  whenSignedOut?: 'ask' | 'fail'
}

/** A mutation of a route: `mutate({ params, body })`, `isPending`, and `error.fields` for the form. */
export function useApiMutation<R extends ApiRoute>(
  route: R,
  { onSuccess, onError, whenSignedOut = 'ask' }: MutationCallbacks<R> = {},
): UseMutationResult<ResponseOf<R>, ApiError, RequestInput<R>> {
  return useMutation<ResponseOf<R>, ApiError, RequestInput<R>>({
    mutationFn: (input) => {
      const send = () => requestEndpoint<R>(route, input)
      return whenSignedOut === 'ask' ? withSignIn(send) : send()
    },
    onSuccess: (reply, input) => onSuccess?.(reply, input),
    onError: (error, input) => onError?.(error, input),
  })
}

/** Puts a mutation’s response into the cache of a query whose path has no fields: `setSessions(reply)`. */
export function useSetQueryData<R extends ApiRoute & { params?: never }>(
  route: R,
): (reply: ResponseOf<R>) => void {
  const client = useQueryClient()
  return (reply) => void client.setQueryData(queryKeyFor(buildUrl(route)), reply)
}

/** Refetches every query under these routes' paths: `invalidate(listContent, getStats)`. */
export function useInvalidateQueries(): (...routes: Array<Pick<ApiRoute, 'path'>>) => Promise<void> {
  const client = useQueryClient()
  return async (...routes) => {
    const paths = routes.map(({ path }) => path.replace(/\/:.*$/, ''))
    await client.invalidateQueries({
      predicate: ({ queryKey }) => paths.some((path) => isUnderPath(path, queryKey.join('/'))),
    })
  }
}

/** True for the path itself, with any query, and for paths below it. */
function isUnderPath(path: string, url: string): boolean {
  return url.startsWith(path) && /^[/?]|^$/.test(url.slice(path.length))
}

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

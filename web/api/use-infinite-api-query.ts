import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { buildUrl } from '../../contract/route.ts'
import { type ApiError, requestEndpoint } from './client.ts'
import { queryKeyFor } from './query.ts'
import type { ApiRoute, ResponseOf } from './types.ts'

type InfiniteApiResult<R extends ApiRoute> = UseInfiniteQueryResult<
  InfiniteData<ResponseOf<R>, string | undefined>,
  ApiError
>

/**
 * A cursor-paginated list. The first page may come from the server-rendered page. A refetch reads all pages in
 * sequence, so no row is lost when new rows appear at the top.
 */
export function useInfiniteApiQuery<R extends ApiRoute>(
  route: R,
  query: Record<string, unknown>,
  nextCursor: (page: ResponseOf<R>) => string | null,
): InfiniteApiResult<R> {
  const client = useQueryClient()
  const key = queryKeyFor(buildUrl(route, { query }))
  return useInfiniteQuery<
    ResponseOf<R>,
    ApiError,
    InfiniteData<ResponseOf<R>, string | undefined>,
    Array<string>,
    string | undefined
  >({
    queryKey: [...key, 'pages'],
    queryFn: ({ pageParam: cursor, signal }) =>
      requestEndpoint<R>(route, { query: { ...query, cursor }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (page) => nextCursor(page) ?? undefined,
    initialData: () => {
      const first = client.getQueryData<ResponseOf<R>>(key)
      return first && { pages: [first], pageParams: [undefined] }
    },
    placeholderData: keepPreviousData,
  })
}

import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { urlOf } from '../../contract/route.ts'
import type { ApiError } from './api-error.ts'
import { send } from './client.ts'
import { keyOf } from './query-client.ts'
import type { Call, ReplyOf } from './types.ts'

type Pages<R extends Call> = UseInfiniteQueryResult<InfiniteData<ReplyOf<R>, string | undefined>, ApiError>

/**
 * A list that comes in pages, each with the cursor of the `next`. The first one may be baked into the page. Read again,
 * every page follows the one before it anew, so a row that came in at the top pushes none out.
 */
export function useReadPages<R extends Call>(
  route: R,
  query: Record<string, unknown>,
  next: (page: ReplyOf<R>) => string | null,
): Pages<R> {
  const client = useQueryClient()
  const key = keyOf(urlOf(route, { query }))
  return useInfiniteQuery<
    ReplyOf<R>,
    ApiError,
    InfiniteData<ReplyOf<R>, string | undefined>,
    Array<string>,
    string | undefined
  >({
    queryKey: [...key, 'pages'],
    queryFn: ({ pageParam: cursor, signal }) => send<R>(route, { query: { ...query, cursor }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (page) => next(page) ?? undefined,
    initialData: () => {
      const first = client.getQueryData<ReplyOf<R>>(key)
      return first && { pages: [first], pageParams: [undefined] }
    },
    placeholderData: keepPreviousData,
  })
}

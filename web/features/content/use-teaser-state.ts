import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { buildUrl } from '../../../contract/route.ts'
import type { TeaserState } from '../../../contract/teasers.ts'
import { getTeaserState } from '../../../contract/teasers.ts'
import type { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { queryKeyFor } from '../../api/query-client.ts'

const pollingIntervalMs = 1_000

/** The state of an item's sample; polled until it is finished. */
export function useTeaserState(id: number): UseQueryResult<TeaserState, ApiError> {
  return useQuery<TeaserState, ApiError>({
    queryKey: queryKeyFor(buildUrl(getTeaserState, { params: { id } })),
    queryFn: ({ signal }) => request(getTeaserState, { params: { id }, signal }),
    // The server may have finished the sample since the last response.
    staleTime: 0,
    refetchInterval: ({ state }) => (isUnfinished(state.data) ? pollingIntervalMs : false),
  })
}

function isUnfinished(state: TeaserState | undefined): boolean {
  return state?.teaserStatus === 'pending' || state?.teaserStatus === 'making'
}

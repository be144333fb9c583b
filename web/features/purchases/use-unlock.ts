import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ApiError } from '../../api/api-error.ts'
import { patience } from '../../payments/patience.ts'
import { type Return, type Unlocking, unlock } from './unlock.ts'

const tries = 3

/**
 * The purchase of a success page. While the payment is processing it asks again, ever more slowly, for as long as the page
 * is open; a server that does not answer gets a few more tries.
 */
export function useUnlock(back: Return): UseQueryResult<Unlocking, ApiError> {
  return useQuery<Unlocking, ApiError>({
    queryKey: ['unlock', back.contentId, back.paymentId],
    queryFn: () => unlock(back),
    enabled: back.contentId !== '',
    gcTime: 0,
    retry: (count, { status }) => count < tries && (status === 0 || status >= 500),
    retryDelay: patience,
    refetchInterval: ({ state }) =>
      state.data?.kind === 'processing' || state.data?.kind === 'checking'
        ? patience(state.dataUpdateCount - 1)
        : false,
    refetchIntervalInBackground: true,
  })
}

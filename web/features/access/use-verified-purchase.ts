import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ApiError } from '../../api/api-error.ts'
import { pollingDelayMs } from '../../payments/polling-delay.ts'
import { completeAndVerify, type PaymentReturn, type VerificationResult } from './verify-purchase.ts'

const maxRetries = 3

/**
 * The purchase of a success page. While the payment is processing it polls with backoff as long as the page is open;
 * when the server does not answer it retries a few times.
 */
export function useVerifiedPurchase(
  paymentReturn: PaymentReturn,
): UseQueryResult<VerificationResult, ApiError> {
  return useQuery<VerificationResult, ApiError>({
    queryKey: ['unlock', paymentReturn.contentId, paymentReturn.paymentId],
    queryFn: () => completeAndVerify(paymentReturn),
    enabled: paymentReturn.contentId !== '',
    gcTime: 0,
    retry: (count, { status }) => count < maxRetries && (status === 0 || status >= 500),
    retryDelay: pollingDelayMs,
    refetchInterval: ({ state }) =>
      state.data?.kind === 'processing' || state.data?.kind === 'checking'
        ? pollingDelayMs(state.dataUpdateCount - 1)
        : false,
    refetchIntervalInBackground: true,
  })
}

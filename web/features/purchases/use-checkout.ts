import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import type { ApiError } from '../../api/api-error.ts'
import { receiptEmail } from '../../payments/receipt-email.ts'
import { type Opened, openCheckout } from './open-checkout.ts'

/** The payment behind a checkout page, opened in the browser only. Never from a cache: it may have been paid meanwhile. */
export function useCheckout(
  contentId: string,
  { enabled }: { enabled: boolean },
): UseQueryResult<Opened, ApiError> {
  const query = new URLSearchParams(useSearch())
  const amount = query.get('amount') || undefined
  const email = receiptEmail(query.get('email')) || undefined
  return useQuery<Opened, ApiError>({
    queryKey: ['checkout', contentId, amount],
    queryFn: () => openCheckout(contentId, { amount, email }),
    enabled,
    gcTime: 0,
  })
}

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import type { ApiError } from '../../../api/client.ts'
import { pollingDelayMs } from '../../../payments/checkout.ts'
import { AccessRevoked } from '../../../shared/access-states.tsx'
import { readStored, writeStored } from '../../../ui/browser-storage.ts'
import { PaymentFailed, PurchaseNotFound, stillProcessingText, Verifying } from './purchase-status.tsx'
import { PurchaseView } from './purchase-view.tsx'
import { completeAndVerify, type PaymentReturn, type VerificationResult } from './verify-purchase.ts'

export function SuccessPage() {
  const query = new URLSearchParams(useSearch())
  const contentId = query.get('content_id') ?? ''
  const hasFailed = query.get('redirect_status') === 'failed'
  const { data, error, refetch, isFetching, failureCount } = useVerifiedPurchase({
    contentId,
    paymentId: query.get('payment_intent') || undefined,
  })
  const retry = contentId ? () => void refetch() : undefined

  if (data?.kind === 'unlocked') return <PurchaseUnlocked {...data} />
  if (data?.kind === 'processing') return <Verifying text={stillProcessingText} />
  if (data?.kind === 'checking') return <Verifying text={data.userMessage} isSlow />
  if (data?.kind === 'revoked') return <AccessRevoked reason={data.userMessage} />
  if (data && hasFailed) return <PaymentFailed contentId={contentId} />
  if (data || (error && !isFetching) || !contentId)
    return <PurchaseNotFound contentId={contentId} retry={retry} />
  return <Verifying isSlow={failureCount > 0} />
}

function PurchaseUnlocked({ access, headers }: Extract<VerificationResult, { kind: 'unlocked' }>) {
  const shouldCelebrate = useCelebrateOnce(access.purchase.id)

  return (
    <PurchaseView
      purchase={access}
      headers={headers}
      announcement="Payment Successful!"
      shouldCelebrate={shouldCelebrate}
    />
  )
}

/** Whether this browser shows the purchase for the first time. False after a reload. */
function useCelebrateOnce(orderNumber: number): boolean {
  const key = `celebrated/${orderNumber}`
  const [isFirst] = useState(() => readStored('localStorage', key) === undefined)

  // Writes to the browser's storage.
  useEffect(() => {
    writeStored('localStorage', key, 'true')
  }, [key])
  return isFirst
}

const maxRetries = 3

/** Polls with backoff while the payment is processing, and retries a few times when the server does not answer. */
function useVerifiedPurchase(paymentReturn: PaymentReturn): UseQueryResult<VerificationResult, ApiError> {
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

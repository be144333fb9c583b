import { useSearch } from 'wouter'
import { AccessRevoked } from '../../shared/access-revoked.tsx'
import { PaymentFailed, PurchaseNotFound, stillProcessingText, Verifying } from './purchase-status.tsx'
import { PurchaseView } from './purchase-view.tsx'
import { SendAccessEmailButton } from './send-access-email-button.tsx'
import { useCelebrateOnce } from './use-celebrate-once.ts'
import { useVerifiedPurchase } from './use-verified-purchase.ts'
import type { VerificationResult } from './verify-purchase.ts'

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
    >
      <SendAccessEmailButton access={access} headers={headers} />
    </PurchaseView>
  )
}

import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { ClosedPurchase } from './closed-purchase.tsx'
import { SendAccessEmail } from './send-access-email.tsx'
import { PaymentFailed, PurchaseNotFound, stillProcessing, Verifying } from './success-notices.tsx'
import type { Unlocking } from './unlock.ts'
import { UnlockedView } from './unlocked-view.tsx'
import { useUnlock } from './use-unlock.ts'
import { watchPurchase } from './watch-purchase.ts'

export function SuccessPage() {
  const query = new URLSearchParams(useSearch())
  const contentId = query.get('content_id') ?? ''
  const failed = query.get('redirect_status') === 'failed'
  const { data, error, refetch, isFetching, failureCount } = useUnlock({
    contentId,
    paymentId: query.get('payment_intent') || undefined,
  })
  const retry = contentId ? () => void refetch() : undefined

  if (data?.kind === 'unlocked') return <Successful {...data} />
  if (data?.kind === 'processing') return <Verifying text={stillProcessing} />
  if (data?.kind === 'checking') return <Verifying text={data.sentence} slow />
  if (data?.kind === 'closed') return <ClosedPurchase text={data.sentence} />
  if (data && failed) return <PaymentFailed contentId={contentId} />
  if (data || (error && !isFetching) || !contentId)
    return <PurchaseNotFound contentId={contentId} retry={retry} />
  return <Verifying slow={failureCount > 0} />
}

function Successful({ unlocked, headers }: Extract<Unlocking, { kind: 'unlocked' }>) {
  const { paymentIntentId } = unlocked.purchase

  // Speaks to the document: copying, saving and players work as they do on the buyer's own page, which has no React.
  useEffect(() => {
    const query = { payment_intent: paymentIntentId, content_id: String(unlocked.content.id) }
    return watchPurchase({ path: '/api/purchase/verify', query, headers })
  }, [paymentIntentId, unlocked.content.id, headers])

  return (
    <UnlockedView unlocked={unlocked} title="Payment Successful!" celebrate>
      <SendAccessEmail unlocked={unlocked} headers={headers} />
    </UnlockedView>
  )
}

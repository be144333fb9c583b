import { limits } from '../../../../contract/limits.ts'
import type {
  completePayment,
  processRecentPurchase,
  SettlementResult,
} from '../../../../contract/purchases.ts'
import { ApiError } from '../../../api/api-error.ts'
import { requestEndpoint } from '../../../api/client.ts'
import { paymentSecretFrom, paymentSecretHeaders } from '../../../payments/payment-secret.ts'
import { toast } from '../../../ui/toast.ts'
import { type PayCardElements, setBusy, showPaid } from './pay-card-elements.ts'
import { downloadPurchase, openPurchase, type PaymentProof } from './purchase-verification.ts'

export type PaymentOutcome = 'paid' | 'processing' | 'unpaid'

/** Handles the return from the payment: completes it and shows the purchased item. */
export function handlePaymentReturn(card: PayCardElements): void {
  const query = new URLSearchParams(location.search)
  if (query.get('success') !== 'true') return
  setTimeout(() => history.replaceState(null, '', location.pathname), limits.tipUrlCleanupDelayMs)
  const proof: PaymentProof = {
    paymentId: query.get('payment_intent') ?? undefined,
    secret: paymentSecretFrom(query),
  }
  for (const button of card.payButtons) setBusy(button, true)
  void completeReturnedPayment(card.contentId, proof).then((outcome) => {
    for (const button of card.payButtons) setBusy(button, false)
    if (outcome !== 'unpaid') showPaidState(card, proof, outcome)
  })
}

function showPaidState(card: PayCardElements, proof: PaymentProof, outcome: PaymentOutcome): void {
  showPaid(card, true)
  const { download, open } = card
  download.addEventListener('click', () => void downloadPurchase(card, proof))
  open?.addEventListener('click', () => void openPurchase(card, proof, open))
  if (outcome === 'processing') {
    card.status.textContent = 'Processing your purchase...'
    toast({ title: 'Processing Payment...', description: 'Payment successful! Processing your purchase...' })
  }
}

/**
 * The page may show the paid state when the completion call fails (spec.md section 4), because downloads still
 * require a purchase. A visitor without a payment id or purchase has bought nothing.
 */
async function completeReturnedPayment(
  contentId: number,
  { paymentId, secret }: PaymentProof,
): Promise<PaymentOutcome> {
  try {
    const { state } = paymentId
      ? await requestEndpoint<typeof completePayment>(
          { method: 'POST', path: '/api/payments/:paymentIntentId/complete' },
          { params: { paymentIntentId: paymentId }, headers: paymentSecretHeaders(secret) },
        )
      : await requestEndpoint<typeof processRecentPurchase>(
          { method: 'POST', path: '/api/content/:id/process-recent-purchase' },
          { params: { id: contentId } },
        )
    return toPaymentOutcome(state)
  } catch (error) {
    const unknown = error instanceof ApiError && error.status === 404
    return unknown && !paymentId ? 'unpaid' : 'processing'
  }
}

/** Maps the settlement state to the page's outcome. */
export function toPaymentOutcome(state: SettlementResult['state']): PaymentOutcome {
  if (state === 'paid') return 'paid'
  return state === 'open' || state === 'action_required' || state === 'canceled' ? 'unpaid' : 'processing'
}

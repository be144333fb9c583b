import { useEffect, useState } from 'react'
import { completePayment, processRecentPurchase, type SettlementResult } from '../../../contract/purchases.ts'
import { screenLimits } from '../../../contract/screen-limits.ts'
import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { paymentSecretFrom, paymentSecretHeaders } from '../../payments/payment-secret.ts'
import { type PaymentProof, showProcessingToast } from './purchase-delivery.ts'

export type PaymentOutcome = 'paid' | 'processing' | 'unpaid'

/** A payment that returned to the tip page, `?success=true`. */
export type PaymentReturn = PaymentProof & { outcome: PaymentOutcome | 'completing' }

/** Completes a payment that returned to this page. Undefined when none did. */
export function usePaymentReturn(contentId: number) {
  const [paymentReturn, setPaymentReturn] = useState<PaymentReturn>()

  // Completes the payment once, and removes its parameters from the address.
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    if (query.get('success') !== 'true') return
    setTimeout(() => history.replaceState(null, '', location.pathname), screenLimits.tipUrlCleanupDelayMs)
    const proof = { paymentId: query.get('payment_intent') ?? undefined, secret: paymentSecretFrom(query) }
    setPaymentReturn({ ...proof, outcome: 'completing' })
    void completeReturnedPayment(contentId, proof).then((outcome) => {
      setPaymentReturn({ ...proof, outcome })
      if (outcome === 'processing') showProcessingToast()
    })
  }, [contentId])
  return { paymentReturn, forgetReturn: () => setPaymentReturn(undefined) }
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
      ? await request(completePayment, {
          params: { paymentIntentId: paymentId },
          headers: paymentSecretHeaders(secret),
        })
      : await request(processRecentPurchase, { params: { id: contentId } })
    return toPaymentOutcome(state)
  } catch (error) {
    const isNotFound = error instanceof ApiError && error.status === 404
    return isNotFound && !paymentId ? 'unpaid' : 'processing'
  }
}

/** Maps the settlement state to the page's outcome. */
export function toPaymentOutcome(state: SettlementResult['state']): PaymentOutcome {
  if (state === 'paid') return 'paid'
  return state === 'open' || state === 'action_required' || state === 'canceled' ? 'unpaid' : 'processing'
}

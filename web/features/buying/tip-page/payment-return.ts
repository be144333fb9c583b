import { useEffect, useState } from 'react'
import {
  completePayment,
  type PurchaseAccess,
  processRecentPurchase,
  type SettlementResult,
} from '../../../../contract/purchases.ts'
import { screenLimits } from '../../../../contract/screen-limits.ts'
import { ApiError, request } from '../../../api/client.ts'
import {
  fetchPurchase,
  paymentSecretFrom,
  paymentSecretHeaders,
  pollingDelayMs,
  sleep,
} from '../../../payments/checkout.ts'
import { toast } from '../../../ui/toast.ts'

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

export function toPaymentOutcome(state: SettlementResult['state']): PaymentOutcome {
  if (state === 'paid') return 'paid'
  return state === 'open' || state === 'action_required' || state === 'canceled' ? 'unpaid' : 'processing'
}

type PaymentProof = { paymentId: string | undefined; secret: string | undefined }

type WaitOptions = PaymentProof & { contentId: number; onWait: (message: string) => void }

const maxAttempts = 6

/** The purchase of a payment. While the payment is processing, `onWait` gets a message and the request is repeated. */
export async function waitForPurchase({
  contentId,
  paymentId,
  secret,
  onWait,
}: WaitOptions): Promise<PurchaseAccess> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await fetchPurchase({ contentId, paymentId, headers: paymentSecretHeaders(secret) })
    } catch (error) {
      const isProcessing = isPaymentPending(error)
      if (!(isProcessing || isUnavailable(error)) || attempt === maxAttempts) throw error
      onWait(
        isUnavailable(error) ? error.userMessage : 'Your payment is still processing. We’ll keep checking.',
      )
      if (isProcessing && attempt === 0) showProcessingToast()
      await sleep(pollingDelayMs(attempt))
    }
  }
}

export function showDownloadError(error: unknown): void {
  if (isPaymentPending(error)) showProcessingToast()
  else
    toast({
      title: 'Download Error',
      description: isUnavailable(error)
        ? error.userMessage
        : 'Failed to download content. Please contact support.',
      tone: 'destructive',
    })
}

function showProcessingToast(): void {
  toast({ title: 'Processing Payment...', description: 'Payment successful! Processing your purchase...' })
}

/** Whether the payment has no purchase, in which case the page shows the price again. */
export function isPurchaseMissing(error: unknown): boolean {
  return hasStatus(error, 404)
}

/** Whether the server or its file storage is unavailable. The error's message says which. */
function isUnavailable(error: unknown): error is ApiError {
  return hasStatus(error, 503)
}

function isPaymentPending(error: unknown): boolean {
  return hasStatus(error, 402)
}

function hasStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status
}

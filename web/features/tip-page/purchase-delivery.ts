import { getCheckout, type PurchaseAccess, verifyPurchase } from '../../../contract/purchases.ts'
import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { paymentSecretHeaders } from '../../payments/payment-secret.ts'
import { pollingDelayMs, sleep } from '../../payments/polling-delay.ts'
import { toast } from '../../ui/toast.ts'

/** The payment that returned to this page, and its client secret. */
export type PaymentProof = { paymentId: string | undefined; secret: string | undefined }

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
      return await fetchPurchase(contentId, { paymentId, secret })
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

async function fetchPurchase(
  contentId: number,
  { paymentId, secret }: PaymentProof,
): Promise<PurchaseAccess> {
  const headers = paymentSecretHeaders(secret)
  const payment_intent = paymentId ?? (await latestPaymentId(contentId))
  return request(verifyPurchase, { query: { payment_intent, content_id: contentId }, headers })
}

/** The payment of this browser's newest checkout, for a return without a payment ID. */
async function latestPaymentId(contentId: number): Promise<string> {
  const { paymentIntentId } = await request(getCheckout, { params: { id: contentId } })
  return paymentIntentId
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

export function showProcessingToast(): void {
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

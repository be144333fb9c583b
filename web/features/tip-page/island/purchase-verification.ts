import type * as contract from '../../../../contract/purchases.ts'
import { ApiError } from '../../../api/api-error.ts'
import { requestEndpoint } from '../../../api/client.ts'
import { paymentSecretHeaders } from '../../../payments/payment-secret.ts'
import { pollingDelayMs, sleep } from '../../../payments/polling-delay.ts'
import { toast } from '../../../ui/toast.ts'
import { isSubmitting, type PayCardElements, setBusy, showPaid } from './pay-card-elements.ts'

/** What this page knows about the payment. */
export type PaymentProof = { paymentId: string | undefined; secret: string | undefined }

const maxAttempts = 6

/** Downloads the purchased file. While the payment is processing, the page says so and retries automatically. */
export async function downloadPurchase(card: PayCardElements, proof: PaymentProof): Promise<void> {
  await goTo(card, { button: card.download, proof, addressOf: downloadAddress })
}

/** Opens the access page, where the file can be viewed or played. */
export async function openPurchase(
  card: PayCardElements,
  proof: PaymentProof,
  button: HTMLButtonElement,
): Promise<void> {
  await goTo(card, { button, proof, addressOf: ({ accessUrl }) => accessUrl })
}

type DownloadOptions = {
  button: HTMLButtonElement
  proof: PaymentProof
  addressOf: (unlocked: contract.PurchaseAccess) => string
}

async function goTo(card: PayCardElements, { button, proof, addressOf }: DownloadOptions): Promise<void> {
  if (isSubmitting(button)) return
  setBusy(button, true)
  try {
    location.assign(addressOf(await pollVerification(card, proof)))
  } catch (error) {
    showDownloadError(card, error)
  }
  setBusy(button, false)
}

async function pollVerification(
  card: PayCardElements,
  proof: PaymentProof,
): Promise<contract.PurchaseAccess> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await verifyPurchase(card.contentId, proof)
    } catch (error) {
      const isProcessing = isPaymentPending(error)
      if (!(isProcessing || isUnavailable(error)) || attempt === maxAttempts) throw error
      card.status.textContent = isUnavailable(error)
        ? error.userMessage
        : 'Your payment is still processing. We’ll keep checking.'
      if (isProcessing && attempt === 0) showProcessingToast()
      await sleep(pollingDelayMs(attempt))
    }
  }
}

async function verifyPurchase(
  contentId: number,
  { paymentId, secret }: PaymentProof,
): Promise<contract.PurchaseAccess> {
  const headers = paymentSecretHeaders(secret)
  const payment_intent = paymentId ?? (await latestPaymentId(contentId))
  return requestEndpoint<typeof contract.verifyPurchase>(
    { method: 'GET', path: '/api/purchase/verify' },
    { query: { payment_intent, content_id: contentId }, headers },
  )
}

/** The payment of this browser's newest checkout, for a return without payment id. */
async function latestPaymentId(contentId: number): Promise<string> {
  const { paymentIntentId } = await requestEndpoint<typeof contract.getCheckout>(
    { method: 'GET', path: '/api/content/:id/checkout' },
    { params: { id: contentId } },
  )
  return paymentIntentId
}

function downloadAddress({ accessUrl, content }: contract.PurchaseAccess): string {
  return content.kind === 'file' ? `${accessUrl}/file?as=attachment` : accessUrl
}

function showDownloadError(card: PayCardElements, error: unknown): void {
  if (isPaymentPending(error)) {
    showProcessingToast()
    return
  }
  // There is no purchase, so the page returns to the price.
  if (hasStatus(error, 404)) showPaid(card, false)
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

/** The server or a part of it is unavailable; the message says which. */
function isUnavailable(error: unknown): error is ApiError {
  return hasStatus(error, 503)
}

function isPaymentPending(error: unknown): boolean {
  return hasStatus(error, 402)
}

function hasStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status
}

import {
  completePayment,
  type PurchaseAccess,
  processRecentPurchase,
  type SettlementResult,
} from '../../../../contract/purchases.ts'
import { ApiError, request } from '../../../api/client.ts'
import {
  fetchPurchase,
  loadPaymentSecret,
  paymentSecretHeaders,
  savePaymentSecret,
  takePaymentSecret,
} from '../../../payments/checkout.ts'

/** The purchase of a success page. The payment id may be missing from the URL. */
export type PaymentReturn = { contentId: string; paymentId: string | undefined }

export type VerificationResult =
  | { kind: 'unlocked'; access: PurchaseAccess; headers: Record<string, string> }
  /** The payment is processing; poll again. */
  | { kind: 'processing' }
  /** Our server or the provider does not answer, so the state is unknown; poll again. `userMessage` says so. */
  | { kind: 'checking'; userMessage: string }
  /** The card was not charged. */
  | { kind: 'unpaid' }
  /** Refunded, disputed or revoked; `userMessage` says which. */
  | { kind: 'revoked'; userMessage: string }

/** Completes the purchase and verifies access. Idempotent. Throws ApiError when there is no purchase. */
export async function completeAndVerify({
  contentId,
  paymentId,
}: PaymentReturn): Promise<VerificationResult> {
  const headers = paymentSecretHeaders(paymentSecretFor(paymentId))
  const state = await completeReturnedPayment({ contentId, paymentId }, headers)
  if (state === 'open' || state === 'action_required') return { kind: 'unpaid' }
  try {
    return { kind: 'unlocked', access: await fetchPurchase({ contentId, paymentId, headers }), headers }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'payment_pending') return { kind: 'processing' }
    if (error instanceof ApiError && error.status === 503)
      return { kind: 'checking', userMessage: error.userMessage }
    if (error instanceof ApiError && error.status === 403)
      return { kind: 'revoked', userMessage: error.userMessage }
    throw error
  }
}

/**
 * Completes the payment of the URL or, if that fails or is missing, this browser's newest checkout (see the
 * specification). With a payment in the URL, the result of the newest checkout is ignored.
 */
async function completeReturnedPayment(
  { contentId, paymentId }: PaymentReturn,
  headers: Record<string, string>,
): Promise<SettlementResult['state'] | undefined> {
  const completeLatestCheckout = async () =>
    (await request(processRecentPurchase, { params: { id: contentId } })).state
  const ignoreResult = () => undefined
  if (!paymentId) return completeLatestCheckout().catch(ignoreResult)
  return request(completePayment, { params: { paymentIntentId: paymentId }, headers }).then(
    ({ state }) => state,
    () => completeLatestCheckout().then(ignoreResult, ignoreResult),
  )
}

function paymentSecretFor(paymentId: string | undefined): string | undefined {
  const storedSecret = takePaymentSecret()
  if (storedSecret && paymentId) savePaymentSecret(paymentId, storedSecret)
  return storedSecret ?? (paymentId ? loadPaymentSecret(paymentId) : undefined)
}

import {
  completePayment,
  getCheckout,
  type PurchaseAccess,
  processRecentPurchase,
  type SettlementResult,
  verifyPurchase,
} from '../../../contract/purchases.ts'
import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { loadPaymentSecret, savePaymentSecret } from '../../payments/checkout-storage.ts'
import { paymentSecretHeaders, takePaymentSecret } from '../../payments/payment-secret.ts'

/** Which purchase a success page is about; the payment's id may have been lost on the way. */
export type PaymentReturn = { contentId: string; paymentId: string | undefined }

export type VerificationResult =
  | { kind: 'unlocked'; unlocked: PurchaseAccess; headers: Record<string, string> }
  /** On its way: ask again. */
  | { kind: 'processing' }
  /** A part of ours or of the provider is away, so nobody knows yet. `sentence` says so. Ask again. */
  | { kind: 'checking'; userMessage: string }
  /** The card was not charged. */
  | { kind: 'unpaid' }
  /** Refunded, disputed or closed by a person, with the sentence that says so. */
  | { kind: 'closed'; userMessage: string }

/** Settles the purchase and opens it; may be asked any number of times. Throws ApiError when there is none. */
export async function completeAndVerify({
  contentId,
  paymentId,
}: PaymentReturn): Promise<VerificationResult> {
  const headers = paymentSecretHeaders(paymentSecretFor(paymentId))
  const state = await completeReturnedPayment({ contentId, paymentId }, headers)
  if (state === 'open' || state === 'action_required') return { kind: 'unpaid' }
  try {
    const payment_intent = paymentId ?? (await latestPaymentId(contentId))
    const query = { payment_intent, content_id: contentId }
    return { kind: 'unlocked', unlocked: await request(verifyPurchase, { query, headers }), headers }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'payment_pending') return { kind: 'processing' }
    if (error instanceof ApiError && error.status === 503)
      return { kind: 'checking', userMessage: error.userMessage }
    if (error instanceof ApiError && error.status === 403)
      return { kind: 'closed', userMessage: error.userMessage }
    throw error
  }
}

/**
 * First the payment itself, then this browser's newest attempt, as the specification has it. What the newest one says is
 * no word about a payment that was named: verifying says what is the matter with that.
 */
async function completeReturnedPayment(
  { contentId, paymentId }: PaymentReturn,
  headers: Record<string, string>,
): Promise<SettlementResult['state'] | undefined> {
  const completeLatestAttempt = async () =>
    (await request(processRecentPurchase, { params: { id: contentId } })).state
  const toUndefined = () => undefined
  if (!paymentId) return completeLatestAttempt().catch(toUndefined)
  return request(completePayment, { params: { paymentIntentId: paymentId }, headers }).then(
    ({ state }) => state,
    () => completeLatestAttempt().then(toUndefined, toUndefined),
  )
}

async function latestPaymentId(contentId: string): Promise<string> {
  const { paymentIntentId } = await request(getCheckout, { params: { id: contentId } })
  return paymentIntentId
}

function paymentSecretFor(paymentId: string | undefined): string | undefined {
  const given = takePaymentSecret()
  if (given && paymentId) savePaymentSecret(paymentId, given)
  return given ?? (paymentId ? loadPaymentSecret(paymentId) : undefined)
}

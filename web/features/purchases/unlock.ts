import {
  completePayment,
  getCheckout,
  processRecentPurchase,
  type Settled,
  type Unlocked,
  verifyPurchase,
} from '../../../contract/purchases.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { keepSecret, keptSecret } from '../../payments/kept.ts'
import { secretHeaders, takeSecret } from '../../payments/secret.ts'

/** Which purchase a success page is about; the payment's id may have been lost on the way. */
export type Return = { contentId: string; paymentId: string | undefined }

export type Unlocking =
  | { kind: 'unlocked'; unlocked: Unlocked; headers: Record<string, string> }
  /** On its way: ask again. */
  | { kind: 'processing' }
  /** A part of ours or of the provider is away, so nobody knows yet. `sentence` says so. Ask again. */
  | { kind: 'checking'; sentence: string }
  /** The card was not charged. */
  | { kind: 'unpaid' }
  /** Refunded, disputed or closed by a person, with the sentence that says so. */
  | { kind: 'closed'; sentence: string }

/** Settles the purchase and opens it; may be asked any number of times. Throws ApiError when there is none. */
export async function unlock({ contentId, paymentId }: Return): Promise<Unlocking> {
  const headers = secretHeaders(secretOf(paymentId))
  const state = await settle({ contentId, paymentId }, headers)
  if (state === 'open' || state === 'action_required') return { kind: 'unpaid' }
  try {
    const payment_intent = paymentId ?? (await newestPayment(contentId))
    const query = { payment_intent, content_id: contentId }
    return { kind: 'unlocked', unlocked: await call(verifyPurchase, { query, headers }), headers }
  } catch (fault) {
    if (fault instanceof ApiError && fault.code === 'payment_pending') return { kind: 'processing' }
    if (fault instanceof ApiError && fault.status === 503)
      return { kind: 'checking', sentence: fault.sentence }
    if (fault instanceof ApiError && fault.status === 403) return { kind: 'closed', sentence: fault.sentence }
    throw fault
  }
}

/**
 * First the payment itself, then this browser's newest attempt, as the specification has it. What the newest one says is
 * no word about a payment that was named: verifying says what is the matter with that.
 */
async function settle(
  { contentId, paymentId }: Return,
  headers: Record<string, string>,
): Promise<Settled['state'] | undefined> {
  const recent = async () => (await call(processRecentPurchase, { params: { id: contentId } })).state
  const nothing = () => undefined
  if (!paymentId) return recent().catch(nothing)
  return call(completePayment, { params: { paymentIntentId: paymentId }, headers }).then(
    ({ state }) => state,
    () => recent().then(nothing, nothing),
  )
}

async function newestPayment(contentId: string): Promise<string> {
  const { paymentIntentId } = await call(getCheckout, { params: { id: contentId } })
  return paymentIntentId
}

function secretOf(paymentId: string | undefined): string | undefined {
  const given = takeSecret()
  if (given && paymentId) keepSecret(paymentId, given)
  return given ?? (paymentId ? keptSecret(paymentId) : undefined)
}

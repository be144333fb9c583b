import { type Checkout, getCheckout } from '../../../contract/purchases.ts'
import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { loadCheckout, saveCheckout, savePaymentSecret } from '../../payments/checkout-storage.ts'
import { paymentSecretHeaders, takePaymentSecret } from '../../payments/payment-secret.ts'
import { startCheckout } from '../../payments/start-checkout.ts'

/** A payment ready to be confirmed. Without a secret, it is a payment of this browser that needs no card anymore. */
export type CheckoutSession = { checkout: Checkout; clientSecret?: string; alreadyOwned: boolean }
type CheckoutRequest = { amount?: string | undefined; email?: string | undefined }

/**
 * Resumes the payment of the URL's secret, or the one of this tab for the same amount, or starts a new one. Throws
 * ApiError.
 */
export async function resumeOrStartCheckout(
  contentId: string,
  input: CheckoutRequest,
): Promise<CheckoutSession> {
  const stored = loadCheckout(contentId)
  const paymentSecret =
    takePaymentSecret() ?? (stored.amount === input.amount ? stored.clientSecret : undefined)
  const email = input.email ?? stored.email
  const checkout = paymentSecret && (await findPayment(contentId, paymentSecret))
  if (paymentSecret && checkout)
    return persistSession({ checkout, clientSecret: paymentSecret, alreadyOwned: false }, { ...input, email })
  return persistSession(await startPayment(contentId, { ...input, email }), { ...input, email })
}

function persistSession(session: CheckoutSession, { amount, email }: CheckoutRequest): CheckoutSession {
  const { checkout, clientSecret } = session
  saveCheckout(String(checkout.contentId), { amount, email, clientSecret })
  if (clientSecret) savePaymentSecret(checkout.paymentIntentId, clientSecret)
  return session
}

/** Undefined when the secret matches no payment, or the payment was canceled. */
async function findPayment(contentId: string, clientSecret: string): Promise<Checkout | undefined> {
  try {
    const checkout = await fetchCheckout(contentId, clientSecret)
    return checkout.state === 'canceled' ? undefined : checkout
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

async function startPayment(
  contentId: string,
  { amount, email = '' }: CheckoutRequest,
): Promise<CheckoutSession> {
  try {
    const request = { contentId: Number(contentId), customAmount: amount, buyerEmail: email }
    const { clientSecret, alreadyOwned } = await startCheckout(request)
    return { checkout: await fetchCheckout(contentId, clientSecret), clientSecret, alreadyOwned }
  } catch (error) {
    // The previous payment is still processing, so it is shown and no second one is started.
    if (error instanceof ApiError && error.code === 'conflict')
      return { checkout: await fetchCheckout(contentId), alreadyOwned: false }
    throw error
  }
}

function fetchCheckout(id: string, clientSecret?: string): Promise<Checkout> {
  return request(getCheckout, { params: { id }, headers: paymentSecretHeaders(clientSecret) })
}

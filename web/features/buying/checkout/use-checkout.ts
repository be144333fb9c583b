import { useEffect, useRef, useState } from 'react'
import { type Checkout, createPaymentIntent, getCheckout } from '../../../../contract/purchases.ts'
import { ApiError, networkError, request } from '../../../api/client.ts'
import { normalizeEmail } from '../../../payments/buyer-email.ts'
import {
  loadCheckout,
  paymentSecretHeaders,
  saveCheckout,
  savePaymentSecret,
  takePaymentSecret,
} from '../../../payments/checkout.ts'

export type CheckoutState =
  | { step: 'loading' }
  | { step: 'ready'; session: CheckoutSession }
  | { step: 'failed'; error: ApiError }

/** What most checkouts do not need. */
export const loadOrderParts = () => import('./order-parts.tsx')

/** The payment of a checkout page, started only in the browser. `retry` starts it again after an error. */
export function useCheckout(contentId: string) {
  const [checkout, setCheckout] = useState<CheckoutState>({ step: 'loading' })
  const [attempt, setAttempt] = useState(0)

  // Sends one request for each attempt.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt is a reason to run again
  useEffect(() => {
    void loadCheckoutState(contentId).then(setCheckout)
  }, [contentId, attempt])
  const retry = () => {
    setCheckout({ step: 'loading' })
    setAttempt(attempt + 1)
  }
  const running = useRef<Promise<void>>(undefined)
  /** Goes on with a payment for another code or tip, or for none. Throws ApiError; then the payment is as it was. */
  function change(changed: { code: string } | { tip: string }): Promise<void> {
    const previous = running.current
    async function run() {
      await previous?.catch(() => undefined)
      const input = { ...loadCheckout(contentId), ...changed }
      setCheckout({ step: 'ready', session: persistSession(await startPayment(contentId, input), input) })
    }
    const mine = run().finally(() => {
      if (running.current === mine) running.current = undefined
    })
    running.current = mine
    return mine
  }
  /** False while the amount changes: the buyer sees the new one and presses again. */
  const isUnchanged = () => !running.current
  return { checkout, retry, change, isUnchanged }
}

async function loadCheckoutState(contentId: string): Promise<CheckoutState> {
  const query = new URLSearchParams(location.search)
  const request = {
    amount: query.get('amount') || undefined,
    email: normalizeEmail(query.get('email')) || undefined,
    code: query.get('code') || undefined,
    tip: loadCheckout(contentId).tip,
  }
  try {
    return { step: 'ready', session: await resumeOrStartCheckout(contentId, request) }
  } catch (error) {
    // The next attempt is for the full price, which the error names.
    if (error instanceof ApiError && error.fields.code)
      saveCheckout(contentId, { ...loadCheckout(contentId), code: '' })
    return { step: 'failed', error: error instanceof ApiError ? error : networkError() }
  }
}

/** A payment ready to be confirmed. Without a secret, it is a payment of this browser that needs no card anymore. */
export type CheckoutSession = { checkout: Checkout; clientSecret?: string; alreadyOwned: boolean }
type CheckoutRequest = Record<'amount' | 'email' | 'code' | 'tip', string | undefined>

/** Resumes the payment of the URL's secret or of this tab for the same amount, or starts one. Throws ApiError. */
async function resumeOrStartCheckout(contentId: string, input: CheckoutRequest): Promise<CheckoutSession> {
  const stored = loadCheckout(contentId)
  const paymentSecret =
    takePaymentSecret() ?? (stored.amount === input.amount ? stored.clientSecret : undefined)
  const email = input.email ?? stored.email
  const code = stored.code ?? input.code
  const checkout = paymentSecret && (await findPayment(contentId, paymentSecret))
  if (paymentSecret && checkout)
    return persistSession({ checkout, clientSecret: paymentSecret, alreadyOwned: false }, { ...input, email })
  return persistSession(await startPayment(contentId, { ...input, email, code }), { ...input, email })
}

function persistSession(
  session: CheckoutSession,
  { amount, email }: Partial<CheckoutRequest>,
): CheckoutSession {
  const { checkout, clientSecret } = session
  saveCheckout(String(checkout.contentId), {
    amount,
    email,
    code: checkout.discount?.code ?? '',
    tip: checkout.tip?.amount,
    owner: ownerProof(),
    clientSecret,
  })
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
  { amount, email = '', code, tip }: Partial<CheckoutRequest>,
): Promise<CheckoutSession> {
  try {
    const body = {
      contentId: Number(contentId),
      customAmount: amount,
      buyerEmail: email,
      code,
      tip,
      paysAsOwner: ownerProof(),
    }
    const { clientSecret, alreadyOwned } = await request(createPaymentIntent, { body })
    if (clientSecret === '') return getFree(contentId, code)
    return { checkout: await fetchCheckout(contentId, clientSecret), clientSecret, alreadyOwned }
  } catch (error) {
    // The previous payment is still processing, so it is shown and no second one is started.
    if (error instanceof ApiError && error.code === 'conflict')
      return { checkout: await fetchCheckout(contentId), alreadyOwned: false }
    throw error
  }
}

const ownerProof = () => new URLSearchParams(location.search).get('owner') ?? ''

/** What costs nothing is had on the item's page. This page stays as it is until that one is there. */
function getFree(contentId: string, code = ''): Promise<never> {
  location.replace(`/p/${contentId}?code=${code}`)
  return new Promise(() => undefined)
}

function fetchCheckout(id: string, clientSecret?: string): Promise<Checkout> {
  return request(getCheckout, { params: { id }, headers: paymentSecretHeaders(clientSecret) })
}

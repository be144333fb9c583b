import { useEffect, useState } from 'react'
import { ApiError, networkError } from '../../api/api-error.ts'
import { normalizeEmail } from '../../payments/receipt-email.ts'
import { type CheckoutSession, resumeOrStartCheckout } from './resume-or-start-checkout.ts'

export type CheckoutState =
  | { step: 'opening' }
  | { step: 'open'; opened: CheckoutSession }
  | { step: 'refused'; error: ApiError }

/** The amount and email of the URL; resumeOrStartCheckout removes the client secret from it. */
export type CheckoutRequest = { amount: string | undefined; email: string | undefined }

export function parseCheckoutRequest(query: URLSearchParams): CheckoutRequest {
  return {
    amount: query.get('amount') || undefined,
    email: normalizeEmail(query.get('email')) || undefined,
  }
}

/** The payment of a checkout page, started only in the browser; `retry` starts it again after an error. */
export function useCheckout(contentId: string, input: CheckoutRequest) {
  const [checkout, setCheckout] = useState<CheckoutState>({ step: 'opening' })
  const [attempt, setAttempt] = useState(0)

  // Sends one request for each attempt.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read once, a try more is a reason to run again
  useEffect(() => {
    void loadCheckout(contentId, input).then(setCheckout)
  }, [contentId, attempt])
  const retry = () => {
    setCheckout({ step: 'opening' })
    setAttempt(attempt + 1)
  }
  return { checkout, retry }
}

async function loadCheckout(contentId: string, input: CheckoutRequest): Promise<CheckoutState> {
  try {
    return { step: 'open', opened: await resumeOrStartCheckout(contentId, input) }
  } catch (error) {
    return { step: 'refused', error: error instanceof ApiError ? error : networkError() }
  }
}

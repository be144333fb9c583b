import { useEffect, useState } from 'react'
import { ApiError, networkError } from '../../api/api-error.ts'
import { normalizeEmail } from '../../payments/receipt-email.ts'
import { type CheckoutSession, resumeOrStartCheckout } from './resume-or-start-checkout.ts'

export type CheckoutState =
  | { step: 'loading' }
  | { step: 'ready'; session: CheckoutSession }
  | { step: 'failed'; error: ApiError }

/** The payment of a checkout page, started only in the browser. `retry` starts it again after an error. */
export function useCheckout(contentId: number) {
  const [checkout, setCheckout] = useState<CheckoutState>({ step: 'loading' })
  const [attempt, setAttempt] = useState(0)

  // Sends one request for each attempt.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt is a reason to run again
  useEffect(() => {
    void loadCheckout(contentId).then(setCheckout)
  }, [contentId, attempt])
  const retry = () => {
    setCheckout({ step: 'loading' })
    setAttempt(attempt + 1)
  }
  return { checkout, retry }
}

async function loadCheckout(contentId: number): Promise<CheckoutState> {
  const query = new URLSearchParams(location.search)
  const request = {
    amount: query.get('amount') || undefined,
    email: normalizeEmail(query.get('email')) || undefined,
  }
  try {
    return { step: 'ready', session: await resumeOrStartCheckout(String(contentId), request) }
  } catch (error) {
    return { step: 'failed', error: error instanceof ApiError ? error : networkError() }
  }
}

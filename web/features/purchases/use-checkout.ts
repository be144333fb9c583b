import { useEffect, useState } from 'react'
import { ApiError, offline } from '../../api/api-error.ts'
import { receiptEmail } from '../../payments/receipt-email.ts'
import { type Opened, openCheckout } from './open-checkout.ts'

export type CheckoutState =
  | { step: 'opening' }
  | { step: 'open'; opened: Opened }
  | { step: 'refused'; error: ApiError }

/** What the address asks for; the client secret in it is taken out by openCheckout. */
export type Asked = { amount: string | undefined; email: string | undefined }

export function askedIn(query: URLSearchParams): Asked {
  return {
    amount: query.get('amount') || undefined,
    email: receiptEmail(query.get('email')) || undefined,
  }
}

/** The payment behind a checkout page, asked for in the browser only; `retry` asks again after a refusal. */
export function useCheckout(contentId: string, asked: Asked) {
  const [checkout, setCheckout] = useState<CheckoutState>({ step: 'opening' })
  const [tries, setTries] = useState(0)

  // Speaks to the server, once for each try.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read once, a try more is a reason to run again
  useEffect(() => {
    void opened(contentId, asked).then(setCheckout)
  }, [contentId, tries])
  const retry = () => {
    setCheckout({ step: 'opening' })
    setTries(tries + 1)
  }
  return { checkout, retry }
}

async function opened(contentId: string, asked: Asked): Promise<CheckoutState> {
  try {
    return { step: 'open', opened: await openCheckout(contentId, asked) }
  } catch (fault) {
    return { step: 'refused', error: fault instanceof ApiError ? fault : offline() }
  }
}

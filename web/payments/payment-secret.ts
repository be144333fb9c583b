import type { paymentSecretHeader } from '../../contract/purchases.ts'

// Typed by the contract and repeated here, because small scripts must not load the contract's schemas.
const header: typeof paymentSecretHeader = 'x-payment-secret'

/** The proof that the caller owns a payment. Without a secret the buyer cookie is the proof. */
export function paymentSecretHeaders(secret: string | null | undefined): Record<string, string> {
  return secret ? { [header]: secret } : {}
}

const secretParams = ['payment_intent_client_secret', 'client_secret']

/** The client secret in a page's query. */
export function paymentSecretFrom(query: URLSearchParams): string | undefined {
  return secretParams.map((name) => query.get(name)).find((value) => value) ?? undefined
}

/**
 * Reads the client secret and removes it from the address bar, so that it is not in the history, a screenshot or a
 * shared link.
 */
export function takePaymentSecret(): string | undefined {
  const { pathname, searchParams } = new URL(location.href)
  const secret = paymentSecretFrom(searchParams)
  if (!secret) return undefined
  for (const name of secretParams) searchParams.delete(name)
  const rest = searchParams.size > 0 ? `?${searchParams}` : ''
  history.replaceState(history.state, '', pathname + rest)
  return secret
}

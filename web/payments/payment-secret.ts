import type { paymentSecretHeader } from '../../contract/purchases.ts'

// Typed by the contract and written out here: small scripts must not carry the contract's schemas.
const header: typeof paymentSecretHeader = 'x-payment-secret'

/** The proof that the caller holds a payment. Without a secret the buyer cookie is the proof. */
export function paymentSecretHeaders(secret: string | null | undefined): Record<string, string> {
  return secret ? { [header]: secret } : {}
}

const secretParams = ['payment_intent_client_secret', 'client_secret']

/** The client secret in a page's query. */
export function paymentSecretFrom(query: URLSearchParams): string | undefined {
  return secretParams.map((name) => query.get(name)).find((value) => value) ?? undefined
}

/** Reads the client secret and takes it out of the address bar, so that no history, picture or shared link holds it. */
export function takePaymentSecret(): string | undefined {
  const { pathname, searchParams } = new URL(location.href)
  const secret = paymentSecretFrom(searchParams)
  if (!secret) return undefined
  for (const name of secretParams) searchParams.delete(name)
  const rest = searchParams.size > 0 ? `?${searchParams}` : ''
  history.replaceState(history.state, '', pathname + rest)
  return secret
}

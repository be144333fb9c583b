import {
  getCheckout,
  type PurchaseAccess,
  type paymentSecretHeader,
  verifyPurchase,
} from '../../contract/purchases.ts'
import { request } from '../api/client.ts'
import { readStored, writeStored } from '../ui/browser-storage.ts'

// Where storage is blocked, the buyer cookie is the only proof, and a reload starts a new checkout.

/** The input of a checkout and its payment's client secret. */
export type StoredCheckout = {
  amount?: string
  email?: string
  code?: string
  tip?: string
  /** The proof of the price for owners, as the URL has it. */
  owner?: string
  clientSecret?: string
}

/** Saves a checkout for this tab, so that a reload or the back button finds the same payment. */
export function saveCheckout(contentId: string, checkout: StoredCheckout): void {
  writeStored('sessionStorage', `checkout/${contentId}`, JSON.stringify(checkout))
}

/** The checkout saved in this tab; empty when there is none. */
export function loadCheckout(contentId: string): StoredCheckout {
  const text = readStored('sessionStorage', `checkout/${contentId}`)
  return text ? JSON.parse(text) : {}
}

/** The path of the checkout with the last saved amount, or at the price for owners. */
export function checkoutPath(contentId: string): string {
  const { amount = '', owner } = loadCheckout(contentId)
  const query = owner ? `?owner=${owner}` : amount && `?amount=${encodeURIComponent(amount)}`
  return `/checkout/${encodeURIComponent(contentId)}${query}`
}

export function savePaymentSecret(paymentId: string, secret: string): void {
  writeStored('sessionStorage', `secret/${paymentId}`, secret)
}

export function loadPaymentSecret(paymentId: string): string | undefined {
  return readStored('sessionStorage', `secret/${paymentId}`)
}

// Typed by the contract and repeated here, because small scripts must not load the contract's schemas.
const header: typeof paymentSecretHeader = 'x-payment-secret'

/** The proof that the caller owns a payment. Without a secret the buyer cookie is the proof. */
export function paymentSecretHeaders(secret: string | null | undefined): Record<string, string> {
  return secret ? { [header]: secret } : {}
}

const secretParams = ['payment_intent_client_secret', 'client_secret']

export function paymentSecretFrom(query: URLSearchParams): string | undefined {
  return secretParams.map((name) => query.get(name)).find((value) => value) ?? undefined
}

/** Takes the client secret out of the address bar, so that it is in no history, screenshot or shared link. */
export function takePaymentSecret(): string | undefined {
  const { pathname, searchParams } = new URL(location.href)
  const secret = paymentSecretFrom(searchParams)
  if (!secret) return undefined
  for (const name of secretParams) searchParams.delete(name)
  const rest = searchParams.size > 0 ? `?${searchParams}` : ''
  history.replaceState(history.state, '', pathname + rest)
  return secret
}

const initialDelayMs = 1_000
const maxDelayMs = 10_000

/** Milliseconds until the next poll of a processing payment; `attempt` counts from 0. */
export function pollingDelayMs(attempt: number): number {
  return Math.min(maxDelayMs, Math.round(initialDelayMs * 1.25 ** attempt))
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

type FetchPurchaseInput = {
  contentId: number | string
  paymentId: string | undefined
  headers: Record<string, string>
}

/** The purchase of a payment, or of this browser's newest checkout. Throws ApiError. */
export async function fetchPurchase({
  contentId,
  paymentId,
  headers,
}: FetchPurchaseInput): Promise<PurchaseAccess> {
  const payment_intent =
    paymentId ?? (await request(getCheckout, { params: { id: contentId } })).paymentIntentId
  return request(verifyPurchase, { query: { payment_intent, content_id: contentId }, headers })
}

import { readStored, writeStored } from '../ui/browser-storage.ts'

// Where storage is blocked, the buyer cookie is the only proof, and a reload starts a new checkout.

/** The input of a checkout and its payment's client secret. */
export type StoredCheckout = { amount?: string; email?: string; clientSecret?: string }

/** Saves a checkout for this tab, so that a reload or the back button finds the same payment. */
export function saveCheckout(contentId: string, checkout: StoredCheckout): void {
  writeStored('sessionStorage', `checkout/${contentId}`, JSON.stringify(checkout))
}

/** The checkout saved in this tab; empty when there is none. */
export function loadCheckout(contentId: string): StoredCheckout {
  const text = readStored('sessionStorage', `checkout/${contentId}`)
  return text ? JSON.parse(text) : {}
}

/** The path of the checkout with the last saved amount. */
export function checkoutPath(contentId: string): string {
  const { amount } = loadCheckout(contentId)
  return `/checkout/${encodeURIComponent(contentId)}${amount ? `?amount=${encodeURIComponent(amount)}` : ''}`
}

/** Saves a payment's client secret for this tab. */
export function savePaymentSecret(paymentId: string, secret: string): void {
  writeStored('sessionStorage', `secret/${paymentId}`, secret)
}

/** The client secret saved in this tab; undefined when there is none. */
export function loadPaymentSecret(paymentId: string): string | undefined {
  return readStored('sessionStorage', `secret/${paymentId}`)
}

import { readStored, writeStored } from '../ui/browser-storage.ts'

// Where a browser refuses storage, the buyer cookie alone is the proof, and a reload asks again.

/** What a checkout was asked for, and the payment it got. */
export type StoredCheckout = { amount?: string; email?: string; clientSecret?: string }

/** Keeps a checkout for this tab, so that a reload or a way back finds the same payment. */
export function saveCheckout(contentId: string, checkout: StoredCheckout): void {
  writeStored('sessionStorage', `checkout/${contentId}`, JSON.stringify(checkout))
}

export function loadCheckout(contentId: string): StoredCheckout {
  const text = readStored('sessionStorage', `checkout/${contentId}`)
  return text ? JSON.parse(text) : {}
}

/** The checkout of an item as it was last asked for. */
export function checkoutPath(contentId: string): string {
  const { amount } = loadCheckout(contentId)
  return `/checkout/${encodeURIComponent(contentId)}${amount ? `?amount=${encodeURIComponent(amount)}` : ''}`
}

/** Keeps the secret of a payment for this tab. */
export function savePaymentSecret(paymentId: string, secret: string): void {
  writeStored('sessionStorage', `secret/${paymentId}`, secret)
}

export function loadPaymentSecret(paymentId: string): string | undefined {
  return readStored('sessionStorage', `secret/${paymentId}`)
}

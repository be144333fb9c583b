/** What a checkout was asked for, and the payment it got. */
export type KeptCheckout = { amount?: string; email?: string; clientSecret?: string }

/** Keeps a checkout for this tab, so that a reload or a way back finds the same payment. */
export function keepCheckout(contentId: string, checkout: KeptCheckout): void {
  put(`checkout/${contentId}`, JSON.stringify(checkout))
}

export function keptCheckout(contentId: string): KeptCheckout {
  const text = get(`checkout/${contentId}`)
  return text ? JSON.parse(text) : {}
}

/** The checkout of an item as it was last asked for. */
export function checkoutPath(contentId: string): string {
  const { amount } = keptCheckout(contentId)
  return `/checkout/${encodeURIComponent(contentId)}${amount ? `?amount=${encodeURIComponent(amount)}` : ''}`
}

/** Keeps the secret of a payment for this tab. */
export function keepSecret(paymentId: string, secret: string): void {
  put(`secret/${paymentId}`, secret)
}

export function keptSecret(paymentId: string): string | undefined {
  return get(`secret/${paymentId}`)
}

// A browser may refuse storage; then the cookie alone is the proof, and a reload asks again.
function put(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {}
}

function get(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

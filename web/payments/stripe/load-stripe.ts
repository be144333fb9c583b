import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'

/**
 * Loads Stripe's script, which the CSP allows only on pages with a card form. After client-side navigation the
 * document has another page's CSP, so it is reloaded; email and amount are stored. Throws when the script cannot be
 * loaded.
 */
export async function loadStripeScript(publishableKey: string): Promise<Stripe> {
  if (!isDocumentForPath()) {
    location.reload()
    return new Promise(() => undefined)
  }
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('Stripe runs in a browser only')
  return stripe
}

/** Whether the current path is the one this document was served for. */
function isDocumentForPath(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  return !loaded || new URL(loaded.name).pathname === location.pathname
}

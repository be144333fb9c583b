import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'

/**
 * Stripe's own script, which only a page with a card form may load. Whoever came to that page by a link within the site is
 * still on the document of another one: it is loaded anew, and what was typed before is kept. Throws when it does not come.
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

/** Whether this document was served for the page it shows. */
function isDocumentForPath(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  return !loaded || new URL(loaded.name).pathname === location.pathname
}

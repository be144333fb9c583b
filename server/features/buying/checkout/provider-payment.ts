import { site } from '../../../../contract/site.ts'
import type { Ports } from '../../../ports/index.ts'
import { decryptClientSecret, encryptClientSecret } from '../purchases/access-token.ts'
import { type CheckoutRow, setProviderPayment } from '../purchases/checkouts-repository.ts'

/**
 * The provider's payment of a checkout: the same idempotency key returns the same payment. The request has only
 * values that are frozen on the checkout, so that it never changes for a key. The buyer's email comes with the card.
 */
export async function ensureProviderPayment(ports: Ports, checkout: CheckoutRow) {
  const { db, paymentProvider } = ports
  const existing = storedPayment(ports, checkout)
  if (existing) return existing
  const { paymentId, clientSecret } = await paymentProvider.createPayment(
    {
      checkoutId: String(checkout.id),
      contentId: checkout.contentId,
      amount: checkout.amount,
      currency: checkout.currency,
      description: checkout.description || site().name,
    },
    `pi:${checkout.id}`,
  )
  await setProviderPayment(db, checkout.id, {
    paymentId,
    clientSecretEncrypted: encryptClientSecret(ports, clientSecret),
  })
  return { paymentIntentId: paymentId, clientSecret }
}

function storedPayment(ports: Ports, { providerPaymentId, clientSecretEncrypted }: CheckoutRow) {
  const clientSecret = decryptClientSecret(ports, clientSecretEncrypted)
  return providerPaymentId && clientSecret ? { paymentIntentId: providerPaymentId, clientSecret } : undefined
}

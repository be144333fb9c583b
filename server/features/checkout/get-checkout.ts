import { formatDecimal } from '../../../contract/money.ts'
import type { Checkout } from '../../../contract/purchases.ts'
import type { BuyerProof } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { purchaseNotFound, requireOwnCheckout } from '../access/buyer-proof.ts'
import { scheduleCheckSoon, selectBuyerCheckouts } from '../purchases/checkouts-repository.ts'
import { settleForBuyer } from '../settlement/settle-for-buyer.ts'
import { firstCheckAfter } from '../settlement/settle-purchase.ts'
import { buyerTerms } from './buyer-terms.ts'

/** The checkout page's data: the checkout of the client secret, with its current state at the provider. */
export async function getCheckout(ports: Ports, contentId: number, proof: BuyerProof): Promise<Checkout> {
  const paymentId = await resolvePaymentId(ports, contentId, proof)
  const checkout = await requireOwnCheckout(ports, paymentId, proof)
  if (checkout.contentId !== contentId) throw purchaseNotFound()
  const { state } = await settleForBuyer(ports, paymentId)
  if (state === 'open') await scheduleCheckSoon(ports.db, checkout, firstCheckAfter(ports.clock.now()))
  return {
    paymentIntentId: paymentId,
    contentId,
    amount: formatDecimal(checkout.amount, checkout.currency),
    currency: checkout.currency,
    state: state === 'quarantined' ? 'unknown' : state,
    buyerEmail: checkout.buyerEmail,
    provider: ports.paymentProvider.paymentFormConfig(),
    terms: buyerTerms(ports, checkout),
  }
}

/** A client secret begins with its payment's id, for every provider; without one, the browser's newest checkout. */
async function resolvePaymentId(
  { db }: Ports,
  contentId: number,
  { paymentSecret, cookieHash }: BuyerProof,
): Promise<string> {
  const idFromSecret = paymentSecret?.split('_secret_')[0]
  if (idFromSecret) return idFromSecret
  const [latestCheckout] = cookieHash
    ? await selectBuyerCheckouts(db, { buyerCookieHash: cookieHash, contentId })
    : []
  if (!latestCheckout?.providerPaymentId) throw purchaseNotFound()
  return latestCheckout.providerPaymentId
}

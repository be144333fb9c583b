import { decimal } from '../../../contract/money.ts'
import type { Checkout } from '../../../contract/purchases.ts'
import type { BuyerProof } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import { attemptsOf, expectSoon } from './attempts.ts'
import { heldAttempt, purchaseNotFound } from './proof.ts'
import { firstCheckAfter, settleForBuyer } from './settle.ts'

/** What the checkout page shows of an attempt: the one whose secret it has, with the state the provider reports now. */
export async function showCheckout(ports: Ports, contentId: number, proof: BuyerProof): Promise<Checkout> {
  const paymentId = await paymentOf(ports, contentId, proof)
  const attempt = await heldAttempt(ports, paymentId, proof)
  if (attempt.contentId !== contentId) throw purchaseNotFound()
  const { state } = await settleForBuyer(ports, paymentId)
  if (state === 'open') await expectSoon(ports.db, attempt, firstCheckAfter(ports.clock.now()))
  return {
    paymentIntentId: paymentId,
    contentId,
    amount: decimal(attempt.amount, attempt.currency),
    currency: attempt.currency,
    state: state === 'mismatch' ? 'unknown' : state,
    buyerEmail: attempt.buyerEmail,
    provider: ports.payments.clientConfig(),
  }
}

/** A client secret starts with the id of its payment, at every provider we have; without one, the browser's newest attempt. */
async function paymentOf(
  { db }: Ports,
  contentId: number,
  { paymentSecret, browser }: BuyerProof,
): Promise<string> {
  const named = paymentSecret?.split('_secret_')[0]
  if (named) return named
  const [newest] = browser ? await attemptsOf(db, { browser, contentId }) : []
  if (!newest?.providerPaymentId) throw purchaseNotFound()
  return newest.providerPaymentId
}

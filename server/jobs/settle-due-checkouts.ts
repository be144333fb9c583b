import pMap from 'p-map'
import { limits } from '../../contract/limits.ts'
import { raiseAlert, resolveAlerts } from '../features/alerts/service.ts'
import { ensureProviderPayment } from '../features/checkout/start-checkout.ts'
import { findContentById } from '../features/content/repository.ts'
import { type CheckoutRow, updateCheckout } from '../features/purchases/checkouts-repository.ts'
import { claimDueCheckouts } from '../features/purchases/due-checkouts.ts'
import { settlePurchase } from '../features/settlement/settle-purchase.ts'
import type { Ports } from '../ports/index.ts'

const batchSize = 50
/** Payments read from the provider at the same time. */
const concurrency = 4

/**
 * Settles payments without webhook or return page: reads due checkouts at the provider, with backoff up to once a day
 * for 90 days. Cancels those abandoned for a day or whose item is no longer sold. Continues until none is due;
 * returns the number of checkouts read.
 */
export async function settleDueCheckouts(ports: Ports): Promise<number> {
  const processed = new Set<number>()
  const failed: Array<number> = []
  for (;;) {
    const due = await claimDueCheckouts(ports.db, ports.clock.now(), batchSize)
    // A checkout of an item that is no longer sold stays due until it is canceled, so seeing it again ends this
    // round.
    const isLastBatch = due.length < batchSize || due.some(({ id }) => processed.has(id))
    for (const { id } of due) processed.add(id)
    const settleOne = (checkout: CheckoutRow) =>
      settleCheckout(ports, checkout).catch(async (error: unknown) => {
        const checkoutId = checkout.id
        ports.log.error({ err: error, checkoutId }, 'checkout could not be settled, will retry')
        failed.push(checkoutId)
        await rescheduleSoon(ports, checkout)
      })
    await pMap(due, settleOne, { concurrency })
    if (isLastBatch) break
  }
  if (processed.size > 0) await updateProviderAlert(ports, failed.length)
  return processed.size
}

/** Nothing is known about the payment, so a recent checkout is retried within the promised delivery time. */
async function rescheduleSoon({ db, clock }: Ports, { id, createdAt }: CheckoutRow): Promise<void> {
  const now = clock.now().getTime()
  if (now - createdAt.getTime() > 2 * limits.checkoutTtlMs) return
  await updateCheckout(db, id, { nextCheckAt: new Date(now + 60_000) })
}

/**
 * While the provider does not answer, payments may be unsettled, so /health/delivery must not report that all is
 * well.
 */
async function updateProviderAlert(ports: Ports, failed: number): Promise<void> {
  const target = 'provider'
  await ports.db.transaction(async (tx) => {
    if (failed === 0) return resolveAlerts(tx, ports, { kinds: ['provider-unavailable'], target })
    const message = `${failed} payments couldn’t be checked with the card provider. We’ll keep trying.`
    return raiseAlert(tx, ports, { kind: 'provider-unavailable', target, message })
  })
}

async function settleCheckout(ports: Ports, checkout: CheckoutRow): Promise<void> {
  const row = await findContentById(ports.db, checkout.contentId)
  // Without a payment id, a crash came between the provider's response and our update. The same idempotency key
  // returns the same payment.
  const paymentId =
    checkout.providerPaymentId ?? (await ensureProviderPayment(ports, checkout)).paymentIntentId
  const isExpired = checkout.expiresAt <= ports.clock.now() || row?.content.deletedAt !== null
  if (checkout.state === 'open' && isExpired) await ports.paymentProvider.cancelPayment(paymentId)
  await settlePurchase(ports, paymentId)
}

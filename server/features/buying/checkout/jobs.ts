import { and, count as countRows, gt, sql } from 'drizzle-orm'
import pMap from 'p-map'
import { limits } from '../../../../contract/limits.ts'
import type { Db } from '../../../db/database.ts'
import { checkouts } from '../../../db/schema/index.ts'
import { incrementCounter } from '../../../http/rate-limit.ts'
import type { Ports } from '../../../ports/index.ts'
import { findContentById } from '../../selling/content/repository.ts'
import { raiseAlert, resolveAlerts } from '../../telling/alerts/service.ts'
import { type CheckoutRow, claimDueCheckouts, updateCheckout } from '../purchases/checkouts-repository.ts'
import { settlePurchase } from '../settlement/settle-purchase.ts'
import { ensureProviderPayment } from './provider-payment.ts'

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

const hourMs = 3_600_000

/**
 * Alerts the operator about items with far more checkouts than usual: a large launch or an attack. No buyer is
 * refused. At most one alert per hour and item, even when it is resolved.
 */
export async function checkCheckoutSurges(ports: Ports): Promise<void> {
  const now = ports.clock.now()
  for (const { contentId, started, paid } of await selectSurges(ports.db, now)) {
    await ports.db.transaction(async (tx) => {
      if ((await incrementCounter(tx, { key: `checkout-surge/${contentId}`, windowMs: hourMs }, now)) > 1)
        return
      const minutes = limits.surgeWindowMs / 60_000
      await raiseAlert(tx, ports, {
        kind: 'checkout-surge',
        target: `content/${contentId}`,
        message: `${started} checkouts were started in ${minutes} minutes, ${paid} of them paid. No one was turned away. Very few paid checkouts can mean an attack.`,
      })
    })
  }
}

function selectSurges(db: Db, now: Date) {
  const started = countRows()
  return db
    .select({
      contentId: checkouts.contentId,
      started,
      paid: sql<number>`(count(*) filter (where ${checkouts.state} = 'paid'))::int`,
    })
    .from(checkouts)
    .where(
      and(gt(checkouts.createdAt, new Date(now.getTime() - limits.surgeWindowMs)), gt(checkouts.amount, 0)),
    )
    .groupBy(checkouts.contentId)
    .having(gt(started, limits.maxCheckoutsPerSurgeWindow))
}

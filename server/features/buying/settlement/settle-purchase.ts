import type { SettlementResult } from '../../../../contract/purchases.ts'
import { canTransition, checkoutStateFrom, findMismatches } from '../../../../domain/purchase.ts'
import type { Tx } from '../../../db/database.ts'
import type { Ports } from '../../../ports/index.ts'
import type { PaymentSnapshot } from '../../../ports/payment-provider.ts'
import { lockCreator } from '../../people/accounts/repository.ts'
import { raiseAlert } from '../../telling/alerts/service.ts'
import { type CheckoutRow, lockCheckoutByPayment, updateCheckout } from '../purchases/checkouts-repository.ts'
import {
  type FoundPayment,
  findPayment,
  findPurchaseByCheckout,
  type PurchaseRow,
  type PurchaseWithGrant,
} from '../purchases/repository.ts'
import { postProviderFee } from '../purchases/reversals-repository.ts'
import { publishSaleEvent } from '../purchases/sale-events.ts'
import { releaseExtras } from './apply-extras.ts'
import { recordDecline, resetDeclines } from './card-testing.ts'
import {
  applyDisputeHolds,
  disputesIn,
  type KnownDisputeVersions,
  reconcileDisputeStates,
  releaseExcessHolds,
  StaleDisputeError,
} from './reconcile-disputes.ts'
import { postDisputeFees, reconcileFailedRefunds, reconcileRefunds } from './reconcile-refunds.ts'
import { publishSale, recordSale } from './record-sale.ts'
import { findUndeliverableReason, refundUndeliverable } from './undeliverable.ts'

/**
 * The delay until the sweep first checks a checkout. Early enough that a payment without any webhook is delivered
 * within the 120 seconds of product.md, including the sweep's own interval.
 */
const firstCheckDelayMs = 90_000

/** Seconds until a processing payment is read again without a webhook. */
const processingRecheckSeconds = 15

export function firstCheckAfter(now: Date): Date {
  return new Date(now.getTime() + firstCheckDelayMs)
}

/** `bought` is the purchase when this call has recorded it and nothing else has happened to it. */
export type Settlement = SettlementResult & { bought?: PurchaseWithGrant }

/** Reads of a payment in one call, each because something about it has changed since the one before. */
const maxRounds = 10

/**
 * Settles a payment; every caller that reports it as paid ends here. It trusts only the provider's response, records
 * the current state, and may be called any number of times, in any order, by anyone. `known` is the payment when the
 * caller has just read it.
 */
export async function settlePurchase(
  ports: Ports,
  paymentId: string,
  known?: FoundPayment,
): Promise<Settlement> {
  let knownVersions: KnownDisputeVersions = {}
  for (let round = 1; round <= maxRounds; round++) {
    const [snapshot, found] = await Promise.all([
      ports.paymentProvider.getPayment(paymentId),
      known ?? findPayment(ports.db, { provider: ports.paymentProvider.id, paymentId }),
    ])
    if (found?.purchase && !hasUpdates(found.purchase, snapshot) && snapshot.state === 'paid')
      return { state: 'paid', purchaseId: found.purchase.orderNumber }
    try {
      const { isExhausted, ...settled } = await settleSnapshot(ports, {
        snapshot,
        knownVersions,
      })
      if (!isExhausted) return settled
      await ports.paymentProvider.cancelPayment(paymentId)
    } catch (error) {
      if (!(error instanceof StaleDisputeError)) throw error
      knownVersions = { ...knownVersions, ...error.currentVersions }
    }
  }
  throw new Error(`Payment ${paymentId} changed each time it was read`)
}

/** `knownVersions` has the stored dispute versions from before the snapshot was requested. */
type SettlementInput = { snapshot: PaymentSnapshot; knownVersions: KnownDisputeVersions }

/** `isExhausted`: the checkout must accept no more cards. */
type SettlementOutcome = Settlement & { isExhausted?: boolean }

async function settleSnapshot(ports: Ports, input: SettlementInput): Promise<SettlementOutcome> {
  const { snapshot } = input
  const { paymentId, checkoutId } = snapshot
  const afterCommit: Array<() => void> = []
  const settled = await ports.db.transaction(async (tx): Promise<SettlementOutcome> => {
    const checkout = await lockCheckoutByPayment(tx, {
      provider: ports.paymentProvider.id,
      paymentId,
      checkoutId,
    })
    if (!checkout) throw new Error(`Payment ${paymentId} does not match any checkout`)

    const { creatorId } = checkout
    // Only a paid checkout has a purchase, and the lock shows its current state.
    const existing = checkout.state === 'paid' ? await findPurchaseByCheckout(tx, checkout.id) : undefined
    if (existing) {
      const { orderNumber } = existing.purchase
      await reconcile(tx, ports, existing.purchase, input)
      if (hasReversals(snapshot))
        afterCommit.push(() => publishSaleEvent(ports, { creatorId, orderNumber, type: 'change' }))
      return { state: 'paid', purchaseId: orderNumber }
    }
    if (snapshot.state !== 'paid') return recordUnpaid(tx, ports, checkout, snapshot)
    return recordPaid(tx, ports, checkout, { ...input, afterCommit })
  })
  for (const publish of afterCommit) publish()
  return settled
}

async function recordUnpaid(
  tx: Tx,
  ports: Ports,
  checkout: CheckoutRow,
  snapshot: PaymentSnapshot,
): Promise<SettlementOutcome> {
  const { state, paymentId } = snapshot
  if (state === 'unknown')
    await raiseAlert(tx, ports, {
      kind: 'unknown-state',
      target: paymentId,
      message: 'The provider reported an unknown status.',
    })
  const next = checkoutStateFrom(state)
  if (next === 'processing') {
    const recheckJob = { name: 'settle-purchase', data: { paymentId } } as const
    await ports.queue.enqueue(tx, recheckJob, {
      startAfterSeconds: processingRecheckSeconds,
      singletonKey: paymentId,
    })
  }
  if (next && next !== checkout.state && canTransition(checkout.state, next)) {
    await updateCheckout(tx, checkout.id, { state: next, ...(next === 'canceled' && { nextCheckAt: null }) })
    if (next === 'canceled') await releaseExtras(tx, ports, checkout)
  }
  const isExhausted = (await recordDecline(tx, ports, checkout, snapshot)) === 'exhausted'
  return {
    state: checkout.state === 'quarantined' ? 'quarantined' : state,
    purchaseId: null,
    isExhausted,
  }
}

/** Records the sale, its reversals so far, and the refund of an item that cannot be delivered. */
async function recordPaid(
  tx: Tx,
  ports: Ports,
  checkout: CheckoutRow,
  { afterCommit, ...input }: SettlementInput & { afterCommit: Array<() => void> },
): Promise<Settlement> {
  const { snapshot } = input
  if (!canTransition(checkout.state, 'paid')) return { state: 'quarantined', purchaseId: null }
  const mismatchedFields = findMismatches({ ...checkout, checkoutId: String(checkout.id) }, snapshot)
  if (mismatchedFields.length > 0) {
    await updateCheckout(tx, checkout.id, { state: 'quarantined', nextCheckAt: null })
    await releaseExtras(tx, ports, checkout)
    const message = `The payment doesn’t match the checkout: ${mismatchedFields.join(', ')}. Access wasn’t granted.`
    await raiseAlert(tx, ports, { kind: 'payment-mismatch', target: snapshot.paymentId, message })
    return { state: 'quarantined', purchaseId: null }
  }
  await resetDeclines(tx, checkout)
  const undeliverableReason = await findUndeliverableReason(tx, checkout.contentId)
  const isDeliverable = undeliverableReason === undefined
  const bought = await recordSale(tx, ports, { checkout, snapshot, isDeliverable })
  await reconcile(tx, ports, bought.purchase, input)
  if (undeliverableReason) await refundUndeliverable(tx, ports, bought.purchase, undeliverableReason)
  afterCommit.push(() => publishSale(ports, bought))
  const settled = { state: 'paid' as const, purchaseId: bought.purchase.orderNumber }
  return isDeliverable && !hasReversals(snapshot) ? { ...settled, bought } : settled
}

/**
 * Reconciles refunds, disputes and fees since the sale. Skips unchanged payments. Credits are applied before debits,
 * so that sums never exceed the sale and the result does not depend on what was seen in between.
 */
async function reconcile(tx: Tx, ports: Ports, purchase: PurchaseRow, input: SettlementInput): Promise<void> {
  const { snapshot } = input
  if (!hasUpdates(purchase, snapshot)) return
  await lockCreator(tx, purchase.creatorId)
  await reconcileDisputeStates(tx, ports, purchase, input)
  const restored = await reconcileFailedRefunds(tx, ports, purchase, snapshot)
  const released = await releaseExcessHolds(tx, ports, restored, snapshot)
  const refunded = await reconcileRefunds(tx, ports, released, snapshot)
  const disputed = await applyDisputeHolds(tx, ports, refunded, snapshot)
  await postProviderFee(tx, ports, disputed, snapshot)
  await postDisputeFees(tx, ports, disputed, snapshot)
}

/** Whether the provider reports something that is not booked yet. */
function hasUpdates(purchase: PurchaseRow, snapshot: PaymentSnapshot): boolean {
  const isNewFee = Boolean(snapshot.providerFeeAmount) && purchase.providerFeeAmount === null
  return purchase.disputedAmount > 0 || hasReversals(snapshot) || isNewFee
}

function hasReversals(snapshot: PaymentSnapshot): boolean {
  return snapshot.refunds.length + disputesIn(snapshot).length + (snapshot.unknownDisputes ?? []).length > 0
}

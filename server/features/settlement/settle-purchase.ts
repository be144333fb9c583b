import { paymentBeingChecked } from '../../../contract/payment-sentences.ts'
import type { SettlementResult } from '../../../contract/purchases.ts'
import { platformFee } from '../../../domain/fees.ts'
import { sale } from '../../../domain/ledger.ts'
import { canTransition, checkoutStateFrom, findMismatches } from '../../../domain/purchase.ts'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import type { PaymentSnapshot } from '../../ports/payment-provider.ts'
import { rejectWhenUnavailable } from '../../ports/provider-unavailable-error.ts'
import { lockCreator } from '../accounts/repository.ts'
import { raiseAlert } from '../alerts/service.ts'
import { publishContentChange } from '../content/content-changes.ts'
import { enqueueEmail } from '../mail/outbox.ts'
import { newGrant } from '../purchases/access-token.ts'
import { type CheckoutRow, lockCheckoutByPayment, updateCheckout } from '../purchases/checkouts-repository.ts'
import { postWithRollups } from '../purchases/ledger.ts'
import {
  findPurchaseByCheckout,
  insertPurchase,
  lockGrant,
  type PurchaseRow,
} from '../purchases/repository.ts'
import { postProviderFee } from '../purchases/reversals-repository.ts'
import { publishSaleEvent, type SaleEventNotification } from '../purchases/sale-events.ts'
import { recordDecline, resetDeclines } from './card-testing.ts'
import { postDisputeFees } from './provider-fees.ts'
import {
  applyDisputeHolds,
  disputesIn,
  type KnownDisputeVersions,
  reconcileDisputeStates,
  releaseExcessHolds,
  StaleDisputeError,
} from './reconcile-disputes.ts'
import { reconcileFailedRefunds, reconcileRefunds } from './reconcile-refunds.ts'
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

/**
 * Settles a payment; every caller that reports it as paid ends here. It trusts only the provider's response, records
 * the current state, and may be called any number of times, in any order, by anyone.
 */
export async function settlePurchase(ports: Ports, paymentId: string): Promise<SettlementResult> {
  let knownVersions: KnownDisputeVersions = {}
  for (;;) {
    const snapshot = await ports.paymentProvider.getPayment(paymentId)
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
}

/**
 * Settles while the buyer waits. When the provider does not answer, it is unknown whether they paid, and the message
 * says so.
 */
export function settleForBuyer(ports: Ports, paymentId: string): Promise<SettlementResult> {
  return settlePurchase(ports, paymentId).catch(rejectWhenUnavailable(paymentBeingChecked))
}

/** `knownVersions` has the stored dispute versions from before the snapshot was requested. */
type SettlementInput = { snapshot: PaymentSnapshot; knownVersions: KnownDisputeVersions }

/** `isExhausted`: the checkout must accept no more cards. */
type SettlementOutcome = SettlementResult & { isExhausted?: boolean }

async function settleSnapshot(ports: Ports, input: SettlementInput): Promise<SettlementOutcome> {
  const { snapshot } = input
  const { paymentId, checkoutId } = snapshot
  const saleEvents: Array<SaleEventNotification> = []
  const changedContentIds: Array<number> = []
  const settled = await ports.db.transaction(async (tx): Promise<SettlementResult> => {
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
      if (hasReversals(snapshot)) saleEvents.push({ creatorId, orderNumber, type: 'change' })
      return { state: 'paid', purchaseId: orderNumber }
    }
    if (snapshot.state !== 'paid') return recordUnpaid(tx, ports, checkout, snapshot)
    const outcome = await recordPaid(tx, ports, checkout, input)
    if (outcome.purchaseId !== null) {
      saleEvents.push({ creatorId, orderNumber: outcome.purchaseId, type: 'sale' })
      if (hasPublicNote(checkout)) changedContentIds.push(checkout.contentId)
    }
    return outcome
  })
  for (const event of saleEvents) publishSaleEvent(ports, event)
  for (const contentId of changedContentIds) publishContentChange(ports, contentId)
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
  }
  const isExhausted = (await recordDecline(tx, ports, checkout, snapshot)) === 'exhausted'
  return {
    state: checkout.state === 'quarantined' ? 'quarantined' : state,
    purchaseId: null,
    isExhausted,
  }
}

async function recordPaid(
  tx: Tx,
  ports: Ports,
  checkout: CheckoutRow,
  input: SettlementInput,
): Promise<SettlementResult> {
  const { snapshot } = input
  if (!canTransition(checkout.state, 'paid')) return { state: 'quarantined', purchaseId: null }
  const mismatchedFields = findMismatches({ ...checkout, checkoutId: String(checkout.id) }, snapshot)
  if (mismatchedFields.length > 0) {
    await updateCheckout(tx, checkout.id, { state: 'quarantined', nextCheckAt: null })
    const message = `The payment doesn’t match the checkout: ${mismatchedFields.join(', ')}. Access wasn’t granted.`
    await raiseAlert(tx, ports, { kind: 'payment-mismatch', target: snapshot.paymentId, message })
    return { state: 'quarantined', purchaseId: null }
  }
  const purchase = await recordSale(tx, ports, checkout, input)
  return { state: 'paid', purchaseId: purchase.orderNumber }
}

/**
 * Inserts purchase, grant, email and posting in one transaction. The creator's lock is taken as late as possible, so
 * that sales of one creator wait for each other only while money is booked.
 */
async function recordSale(
  tx: Tx,
  ports: Ports,
  checkout: CheckoutRow,
  input: SettlementInput,
): Promise<PurchaseRow> {
  const now = ports.clock.now()
  const { amount, currency, contentId, creatorId } = checkout
  const platformFeeAmount = platformFee(amount, checkout.platformFeeBps)
  const email = input.snapshot.buyerEmail ?? checkout.buyerEmail
  const purchase = await insertPurchase(tx, ports, {
    purchase: {
      ...{ checkoutId: checkout.id, contentId, creatorId, amount, platformFeeAmount, currency },
      buyerEmail: email,
      cardBrand: input.snapshot.card?.brand ?? null,
      cardLast4: input.snapshot.card?.last4 ?? null,
      paidAt: now,
    },
    grant: newGrant(ports),
  })
  const { id, orderNumber } = purchase
  await resetDeclines(tx, checkout)
  const undeliverableReason = await findUndeliverableReason(tx, contentId)
  if (email && !undeliverableReason) {
    const accessEmail = { kind: 'purchase_access', dedupeKey: `purchase/${id}`, recipient: email } as const
    await enqueueEmail(tx, ports, { ...accessEmail, data: { purchaseId: id } })
  }
  const posting = sale({ creatorId, amount, platformFeeAmount, reference: `purchase/${orderNumber}` })
  await postWithRollups(tx, ports, purchase, { posting, saleCount: 1, purchaseCount: 1 })
  await reconcile(tx, ports, purchase, input)
  if (undeliverableReason)
    await refundUndeliverable(tx, ports, (await lockGrant(tx, id)).purchase, undeliverableReason)
  return purchase
}

/**
 * Reconciles refunds, disputes and fees since the sale. Skips unchanged payments. Credits are applied before debits,
 * so that sums never exceed the sale and the result does not depend on what was seen in between.
 */
async function reconcile(tx: Tx, ports: Ports, purchase: PurchaseRow, input: SettlementInput): Promise<void> {
  const { snapshot } = input
  if (purchase.disputedAmount === 0 && !hasUpdates(snapshot)) return
  await lockCreator(tx, purchase.creatorId)
  await reconcileDisputeStates(tx, ports, purchase, input)
  const restored = await reconcileFailedRefunds(tx, ports, purchase, snapshot)
  const released = await releaseExcessHolds(tx, ports, restored, snapshot)
  const refunded = await reconcileRefunds(tx, ports, released, snapshot)
  const disputed = await applyDisputeHolds(tx, ports, refunded, snapshot)
  await postProviderFee(tx, ports, disputed, snapshot)
  await postDisputeFees(tx, ports, disputed, snapshot)
}

/** Whether the tip page may list the buyer as a supporter, who then expects to see it. */
function hasPublicNote({ supporterName, supporterMessage, isSupporterPrivate }: CheckoutRow): boolean {
  return !isSupporterPrivate && supporterName + supporterMessage !== ''
}

/** Whether pages that show the sale should reload. */
function hasReversals(snapshot: PaymentSnapshot): boolean {
  return snapshot.refunds.length + disputesIn(snapshot).length > 0
}

function hasUpdates(snapshot: PaymentSnapshot): boolean {
  const { refunds, providerFeeAmount, unknownDisputes = [] } = snapshot
  return (
    refunds.length + disputesIn(snapshot).length + unknownDisputes.length > 0 ||
    providerFeeAmount !== undefined
  )
}

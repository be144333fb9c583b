import { paymentBeingChecked } from '../../../contract/payment-sentences.ts'
import type { Settled } from '../../../contract/purchases.ts'
import { platformFee } from '../../../domain/fees.ts'
import { sale } from '../../../domain/ledger.ts'
import { attemptStateFrom, mayBecome, mismatches } from '../../../domain/purchase.ts'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import type { PaymentSnapshot } from '../../ports/payment-provider.ts'
import { refuseWhenAway } from '../../ports/provider-away.ts'
import { lockCreator } from '../accounts/repository.ts'
import { raiseAlert } from '../alerts/service.ts'
import { addToTotals } from '../content/totals.ts'
import { post } from '../ledger/repository.ts'
import { queueMail } from '../mail/outbox.ts'
import { announceSale, type SaleNews } from './announce.ts'
import { type AttemptRow, changeAttempt, lockAttempt } from './attempts.ts'
import { forgiveDeclines, noteDecline } from './declines.ts'
import { foldDisputeFees } from './dispute-fees.ts'
import {
  DisputeMoved,
  disputesIn,
  foldDisputeStates,
  releaseDisputes,
  type Stands,
  takeDisputes,
} from './disputes.ts'
import { foldFailedRefunds, foldRefunds } from './refunds.ts'
import { boughtByAttempt, insertPurchase, lockGrant, type PurchaseRow } from './repository.ts'
import { foldProviderFee } from './reversals.ts'
import { newGrant } from './tokens.ts'
import { giveUp, whyGone } from './undeliverable.ts'

/**
 * Milliseconds until the sweeper first looks at an attempt nobody has told us more of. Early enough that a payment whose
 * every webhook was lost is delivered within the 120 seconds of product.md, the sweep's own pause included.
 */
const firstCheck = 90_000

/** Seconds until a payment the provider is still working on is read again, should no webhook come. */
const secondLook = 15

export function firstCheckAfter(now: Date): Date {
  return new Date(now.getTime() + firstCheck)
}

/**
 * The one door to paid: every caller that says "this is paid" ends here. It trusts only the provider's answer, writes
 * the state as it is now, and may be called any number of times, in any order, by anybody.
 */
export async function settlePurchase(ports: Ports, paymentId: string): Promise<Settled> {
  let seen: Stands = {}
  for (;;) {
    const snapshot = await ports.payments.getPayment(paymentId)
    try {
      const { isSpent, ...settled } = await settle(ports, { snapshot, seen })
      if (!isSpent) return settled
      await ports.payments.cancelPayment(paymentId)
    } catch (error) {
      if (!(error instanceof DisputeMoved)) throw error
      seen = { ...seen, ...error.stand }
    }
  }
}

/** The same while the buyer waits. Nobody knows whether they paid when the provider does not answer, so neither do we say. */
export function settleForBuyer(ports: Ports, paymentId: string): Promise<Settled> {
  return settlePurchase(ports, paymentId).catch(refuseWhenAway(paymentBeingChecked))
}

/** `seen` is where disputes stood in our books before the snapshot was asked for. */
type News = { snapshot: PaymentSnapshot; seen: Stands }

/** `isSpent`: the provider should take no more cards for it. */
type Found = Settled & { isSpent?: boolean }

async function settle(ports: Ports, news: News): Promise<Found> {
  const { snapshot } = news
  const { paymentId, attemptId } = snapshot
  const heard: Array<SaleNews> = []
  const settled = await ports.db.transaction(async (tx): Promise<Settled> => {
    const attempt = await lockAttempt(tx, { provider: ports.payments.id, paymentId, attemptId })
    if (!attempt) throw new Error(`Payment ${paymentId} belongs to no attempt of ours`)

    const { creatorId } = attempt
    const existing = await boughtByAttempt(tx, attempt.id)
    if (existing) {
      const purchaseId = existing.purchase.id
      await foldIn(tx, ports, existing.purchase, news)
      if (hasGoneBack(snapshot)) heard.push({ creatorId, purchaseId, what: 'change' })
      return { state: 'paid', purchaseId }
    }
    if (snapshot.state !== 'paid') return notPaid(tx, ports, attempt, snapshot)
    const made = await paid(tx, ports, attempt, news)
    if (made.purchaseId !== null) heard.push({ creatorId, purchaseId: made.purchaseId, what: 'sale' })
    return made
  })
  for (const one of heard) announceSale(ports, one)
  return settled
}

async function notPaid(tx: Tx, ports: Ports, attempt: AttemptRow, snapshot: PaymentSnapshot): Promise<Found> {
  const { state, paymentId } = snapshot
  if (state === 'unknown')
    await raiseAlert(tx, ports, {
      kind: 'unknown-state',
      subject: paymentId,
      detail: 'The provider reports a state we do not know.',
    })
  const next = attemptStateFrom(state)
  if (next === 'processing') {
    const look = { name: 'settle-payment', data: { paymentId } } as const
    await ports.queue.send(tx, look, { startAfterSeconds: secondLook, singletonKey: paymentId })
  }
  if (next && next !== attempt.state && mayBecome(attempt.state, next)) {
    await changeAttempt(tx, attempt.id, { state: next, ...(next === 'canceled' && { nextCheckAt: null }) })
  }
  const isSpent = (await noteDecline(tx, ports, attempt, snapshot)) === 'spent'
  return { state: attempt.state === 'mismatch' ? 'mismatch' : state, purchaseId: null, isSpent }
}

async function paid(tx: Tx, ports: Ports, attempt: AttemptRow, news: News): Promise<Settled> {
  const { snapshot } = news
  if (!mayBecome(attempt.state, 'paid')) return { state: 'mismatch', purchaseId: null }
  const wrong = mismatches({ ...attempt, attemptId: String(attempt.id) }, snapshot)
  if (wrong.length > 0) {
    await changeAttempt(tx, attempt.id, { state: 'mismatch', nextCheckAt: null })
    const detail = `Differs from the attempt: ${wrong.join(', ')}. Nothing was granted.`
    await raiseAlert(tx, ports, { kind: 'payment-mismatch', subject: snapshot.paymentId, detail })
    return { state: 'mismatch', purchaseId: null }
  }
  const purchase = await recordSale(tx, ports, attempt, news)
  return { state: 'paid', purchaseId: purchase.id }
}

/**
 * Purchase, grant, mail and posting, all or none. The creator's lock comes as late as it can: sales of one creator wait
 * for each other only while money is booked.
 */
async function recordSale(tx: Tx, ports: Ports, attempt: AttemptRow, news: News): Promise<PurchaseRow> {
  const now = ports.clock.now()
  const { amount, currency, contentId, creatorId } = attempt
  const fee = platformFee(amount, attempt.feeBps)
  const email = news.snapshot.buyerEmail ?? attempt.buyerEmail
  const id = ports.newId()

  const purchase = await insertPurchase(
    tx,
    { id, attemptId: attempt.id, contentId, creatorId, amount, fee, currency, email, paidAt: now },
    newGrant(ports),
  )
  await changeAttempt(tx, attempt.id, { state: 'paid', nextCheckAt: null })
  await forgiveDeclines(tx, attempt)
  const gone = await whyGone(tx, contentId)
  if (email && !gone) {
    const data = { purchaseId: id }
    await queueMail(tx, ports, { kind: 'access', subject: `purchase/${id}`, recipient: email, data })
  }
  await lockCreator(tx, creatorId)
  await post(tx, sale({ creatorId, amount, fee, reference: `purchase/${id}` }), { currency, now })
  await addToTotals(tx, { contentId, creatorId, tips: 1, unlocks: 1, earned: amount - fee, now })
  await foldIn(tx, ports, purchase, news)
  if (gone) await giveUp(tx, ports, (await lockGrant(tx, id)).purchase, gone)
  return purchase
}

/**
 * What has become of a sale since: paid back, disputed, charged for. Nothing new costs nothing. What gives back comes
 * first, so that what takes finds room, and the books end the same whatever was seen in between.
 */
async function foldIn(tx: Tx, ports: Ports, purchase: PurchaseRow, news: News): Promise<void> {
  const { snapshot } = news
  if (purchase.disputed === 0 && !hasMore(snapshot)) return
  await lockCreator(tx, purchase.creatorId)
  await foldDisputeStates(tx, ports, purchase, news)
  const restored = await foldFailedRefunds(tx, ports, purchase, snapshot)
  const released = await releaseDisputes(tx, ports, restored, snapshot)
  const refunded = await foldRefunds(tx, ports, released, snapshot)
  const disputed = await takeDisputes(tx, ports, refunded, snapshot)
  await foldProviderFee(tx, ports, disputed, snapshot)
  await foldDisputeFees(tx, ports, disputed, snapshot)
}

/** Something of it may be new to whoever looks at the sale. */
function hasGoneBack(snapshot: PaymentSnapshot): boolean {
  return snapshot.refunds.length + disputesIn(snapshot).length > 0
}

function hasMore(snapshot: PaymentSnapshot): boolean {
  const { refunds, fee, unknownDisputes = [] } = snapshot
  return refunds.length + disputesIn(snapshot).length + unknownDisputes.length > 0 || fee !== undefined
}

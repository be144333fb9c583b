import { giveBack, takeBack } from '../../../domain/ledger.ts'
import { returnedOf } from '../../../domain/refund.ts'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import type { PaymentSnapshot, RefundSnapshot } from '../../ports/payment-provider.ts'
import { raiseAlert } from '../alerts/service.ts'
import { queueMail } from '../mail/outbox.ts'
import { bookMove } from './book-move.ts'
import { isGivenUp } from './refund-rows.ts'
import { changePurchase, type PurchaseRow, revokeGrant } from './repository.ts'
import { closeRequest, insertRefund, markRefundFailed, type RefundRow, refundsOf } from './reversals.ts'

/** Books what the provider could not pay back after all. The caller holds the creator's lock. */
export async function foldFailedRefunds(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { refunds }: PaymentSnapshot,
): Promise<PurchaseRow> {
  const failed = refunds.filter(({ state }) => state === 'failed')
  if (failed.length === 0) return purchase
  const known = await refundsOf(tx, purchase.id)
  let now = purchase
  for (const reported of failed) {
    const row = known.find(({ providerRefundId }) => providerRefundId === reported.refundId)
    if (row?.state === 'succeeded') now = await undoRefund(tx, ports, now, row)
    // It failed before we saw it succeed: nothing to undo, but kept, so that no older news books it.
    if (!row) await keepFailed(tx, ports, purchase, reported)
  }
  return now
}

/** Books what the provider has paid back since we last looked, each refund once. A full one closes access. */
export async function foldRefunds(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { refunds }: PaymentSnapshot,
): Promise<PurchaseRow> {
  const succeeded = refunds.filter(({ state }) => state === 'succeeded')
  if (succeeded.length === 0) return purchase
  const known = new Set((await refundsOf(tx, purchase.id)).map(({ providerRefundId }) => providerRefundId))
  let now = purchase
  for (const reported of succeeded) {
    if (!known.has(reported.refundId)) now = await bookRefund(tx, ports, now, reported)
  }
  return now
}

async function bookRefund(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { refundId, amount }: RefundSnapshot,
): Promise<PurchaseRow> {
  const returned = returnedOf(purchase)
  if (returned.amount + amount > purchase.amount) {
    const detail = `The provider reports more paid back than was paid for purchase ${purchase.id}.`
    await raiseAlert(tx, ports, { kind: 'over-refund', subject: refundId, detail })
    return purchase
  }
  const id = ports.newId()
  const { posting, feePart } = takeBack(purchase, {
    kind: 'refund',
    reference: `refund/${id}`,
    part: amount,
    returned,
  })
  const refunded = purchase.refunded + amount
  const isFull = refunded === purchase.amount

  await insertRefund(tx, {
    ...rowOf(ports, purchase, refundId),
    id,
    amount,
    fee: feePart,
    state: 'succeeded',
  })
  await bookMove(tx, ports, purchase, { posting, tips: isFull ? -1 : 0 })
  if (isFull) await revokeGrant(tx, purchase.id, { now: ports.clock.now(), reason: 'refund' })
  await closeRequest(tx, { purchaseId: purchase.id, providerRefundId: refundId }, 'refunded')
  // What could not be delivered has a mail of its own, which said that the money comes back, and why.
  if (purchase.email && !(await isGivenUp(tx, purchase.id))) {
    const data = { purchaseId: purchase.id, refundId: id }
    await queueMail(tx, ports, { kind: 'refund', subject: `refund/${id}`, recipient: purchase.email, data })
  }
  return changePurchase(tx, purchase.id, { refunded, feeReturned: purchase.feeReturned + feePart })
}

/** The bank sent a refund back: the creator has the money again, and a person decides on access. */
async function undoRefund(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { id, amount, providerRefundId }: RefundRow,
): Promise<PurchaseRow> {
  const { posting, feePart } = giveBack(purchase, {
    kind: 'refund_failed',
    reference: `refund/${id}`,
    part: amount,
    returned: returnedOf(purchase),
  })
  const wasFull = purchase.refunded === purchase.amount

  await markRefundFailed(tx, id)
  await closeRequest(tx, { purchaseId: purchase.id, providerRefundId }, 'failed')
  await bookMove(tx, ports, purchase, { posting, tips: wasFull ? 1 : 0 })
  await tellFailed(tx, ports, purchase, id)
  return changePurchase(tx, purchase.id, {
    refunded: purchase.refunded - amount,
    feeReturned: purchase.feeReturned - feePart,
  })
}

async function keepFailed(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { refundId, amount }: RefundSnapshot,
): Promise<void> {
  const id = ports.newId()
  await insertRefund(tx, { ...rowOf(ports, purchase, refundId), id, amount, fee: 0, state: 'failed' })
  await closeRequest(tx, { purchaseId: purchase.id, providerRefundId: refundId }, 'failed')
  await tellFailed(tx, ports, purchase, id)
}

function rowOf({ payments, clock }: Ports, { id: purchaseId }: PurchaseRow, providerRefundId: string) {
  return { purchaseId, provider: payments.id, providerRefundId, createdAt: clock.now() }
}

async function tellFailed(tx: Tx, ports: Ports, { id }: PurchaseRow, refundId: number): Promise<void> {
  const detail = `A refund of purchase ${id} came back from the bank. Access stays as it is until somebody decides.`
  await raiseAlert(tx, ports, { kind: 'refund-failed', subject: `refund/${refundId}`, detail })
}

import { earnedBy, giveBack, takeBack } from '../../../domain/ledger.ts'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import type { PaymentSnapshot, RefundSnapshot } from '../../ports/payment-provider.ts'
import { addToTotals } from '../content/repository.ts'
import { post } from '../ledger/repository.ts'
import { raiseAlert } from './alerts.ts'
import { queueMail } from './outbox.ts'
import { changePurchase, revokeGrant } from './repository.ts'
import { insertRefund, markRefundFailed, type PurchaseRow, type RefundRow, refundsOf } from './reversals.ts'

/**
 * Books what the provider has paid back since we last looked, each of its refunds once, and what it could not pay back
 * after all. A full refund closes access. The caller holds the creator's lock.
 */
export async function foldRefunds(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { refunds }: PaymentSnapshot,
): Promise<PurchaseRow> {
  const booked = new Map((await refundsOf(tx, purchase.id)).map((row) => [row.providerRefundId, row]))
  let now = purchase
  for (const reported of refunds) {
    const known = booked.get(reported.refundId)
    if (!known && reported.state === 'succeeded') now = await bookRefund(tx, ports, now, reported)
    if (known?.state === 'succeeded' && reported.state === 'failed')
      now = await undoRefund(tx, ports, now, known)
  }
  return now
}

async function bookRefund(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { refundId, amount }: RefundSnapshot,
): Promise<PurchaseRow> {
  const { creatorId, contentId, currency } = purchase
  const returned = { amount: purchase.refunded + purchase.disputed, fee: purchase.feeReturned }
  if (returned.amount + amount > purchase.amount) {
    const detail = `The provider reports more paid back than was paid for purchase ${purchase.id}.`
    await raiseAlert(tx, ports, { kind: 'over-refund', subject: refundId, detail })
    return purchase
  }
  const id = ports.newId()
  const now = ports.clock.now()
  const { posting, feePart } = takeBack(purchase, {
    kind: 'refund',
    reference: `refund/${id}`,
    part: amount,
    returned,
  })
  const refunded = purchase.refunded + amount
  const isFull = refunded === purchase.amount

  await insertRefund(tx, {
    id,
    purchaseId: purchase.id,
    provider: ports.payments.id,
    providerRefundId: refundId,
    amount,
    fee: feePart,
    state: 'succeeded',
    createdAt: now,
  })
  await post(tx, posting, { currency, now })
  await addToTotals(tx, {
    contentId,
    tips: isFull ? -1 : 0,
    unlocks: 0,
    earned: earnedBy(posting, creatorId),
  })
  if (isFull) await revokeGrant(tx, purchase.id, { now, reason: 'refund' })
  if (purchase.email) {
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
  { id, amount, fee }: RefundRow,
): Promise<PurchaseRow> {
  const { creatorId, contentId, currency } = purchase
  const posting = giveBack(creatorId, {
    kind: 'refund_failed',
    reference: `refund/${id}`,
    part: amount,
    feePart: fee,
  })
  const wasFull = purchase.refunded === purchase.amount

  await markRefundFailed(tx, id)
  await post(tx, posting, { currency, now: ports.clock.now() })
  await addToTotals(tx, {
    contentId,
    tips: wasFull ? 1 : 0,
    unlocks: 0,
    earned: earnedBy(posting, creatorId),
  })
  const detail = `A refund of purchase ${purchase.id} came back from the bank. Access stays as it is until somebody decides.`
  await raiseAlert(tx, ports, { kind: 'refund-failed', subject: `refund/${id}`, detail })
  return changePurchase(tx, purchase.id, {
    refunded: purchase.refunded - amount,
    feeReturned: purchase.feeReturned - fee,
  })
}

import { reverseSale, undoReversal } from '../../../domain/ledger.ts'
import { reversedAmounts } from '../../../domain/refund.ts'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import type { PaymentSnapshot, RefundSnapshot } from '../../ports/payment-provider.ts'
import { raiseAlert } from '../alerts/service.ts'
import { enqueueEmail } from '../mail/outbox.ts'
import { postReversal } from '../purchases/ledger.ts'
import { isRefundedBySystem } from '../purchases/refund-requests-repository.ts'
import { type PurchaseRow, revokeGrant, updatePurchase } from '../purchases/repository.ts'
import {
  completeRefundRequest,
  insertRefund,
  type RefundRow,
  selectRefunds,
  updateRefundFailed,
} from '../purchases/reversals-repository.ts'

/** Books what the provider could not pay back after all. The caller holds the creator's lock. */
export async function reconcileFailedRefunds(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { refunds }: PaymentSnapshot,
): Promise<PurchaseRow> {
  const failed = refunds.filter(({ state }) => state === 'failed')
  if (failed.length === 0) return purchase
  const known = await selectRefunds(tx, purchase.id)
  let current = purchase
  for (const snapshot of failed) {
    const row = known.find(({ providerRefundId }) => providerRefundId === snapshot.refundId)
    if (row?.state === 'succeeded') current = await reverseRefund(tx, ports, current, row)
    // It failed before we saw it succeed: nothing to undo, but kept, so that no older news books it.
    if (!row) await recordFailedRefund(tx, ports, purchase, snapshot)
  }
  return current
}

/** Books what the provider has paid back since we last looked, each refund once. A full one closes access. */
export async function reconcileRefunds(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { refunds }: PaymentSnapshot,
): Promise<PurchaseRow> {
  const succeeded = refunds.filter(({ state }) => state === 'succeeded')
  if (succeeded.length === 0) return purchase
  const known = new Set(
    (await selectRefunds(tx, purchase.id)).map(({ providerRefundId }) => providerRefundId),
  )
  let current = purchase
  for (const snapshot of succeeded) {
    if (!known.has(snapshot.refundId)) current = await postRefund(tx, ports, current, snapshot)
  }
  return current
}

async function postRefund(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { refundId, amount }: RefundSnapshot,
): Promise<PurchaseRow> {
  const returned = reversedAmounts(purchase)
  if (returned.amount + amount > purchase.amount) {
    const detail = `The provider reports more paid back than was paid for purchase ${purchase.id}.`
    await raiseAlert(tx, ports, { kind: 'over-refund', subject: refundId, detail })
    return purchase
  }
  const id = ports.newId()
  const { posting, feePart } = reverseSale(purchase, {
    kind: 'refund',
    reference: `refund/${id}`,
    part: amount,
    returned,
  })
  const refunded = purchase.refunded + amount
  const isFull = refunded === purchase.amount

  await insertRefund(tx, {
    ...refundColumns(ports, purchase, refundId),
    id,
    amount,
    fee: feePart,
    state: 'succeeded',
  })
  await postReversal(tx, ports, purchase, { posting, tips: isFull ? -1 : 0 })
  if (isFull) await revokeGrant(tx, purchase.id, { now: ports.clock.now(), reason: 'refund' })
  await completeRefundRequest(tx, { purchaseId: purchase.id, providerRefundId: refundId }, 'refunded')
  // What could not be delivered has a mail of its own, which said that the money comes back, and why.
  if (purchase.email && !(await isRefundedBySystem(tx, purchase.id))) {
    const data = { purchaseId: purchase.id, refundId: id }
    await enqueueEmail(tx, ports, {
      kind: 'refund',
      subject: `refund/${id}`,
      recipient: purchase.email,
      data,
    })
  }
  return updatePurchase(tx, purchase.id, { refunded, feeReturned: purchase.feeReturned + feePart })
}

/** The bank sent a refund back: the creator has the money again, and a person decides on access. */
async function reverseRefund(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { id, amount, providerRefundId }: RefundRow,
): Promise<PurchaseRow> {
  const { posting, feePart } = undoReversal(purchase, {
    kind: 'refund_failed',
    reference: `refund/${id}`,
    part: amount,
    returned: reversedAmounts(purchase),
  })
  const wasFull = purchase.refunded === purchase.amount

  await updateRefundFailed(tx, id)
  await completeRefundRequest(tx, { purchaseId: purchase.id, providerRefundId }, 'failed')
  await postReversal(tx, ports, purchase, { posting, tips: wasFull ? 1 : 0 })
  await alertFailedRefund(tx, ports, purchase, id)
  return updatePurchase(tx, purchase.id, {
    refunded: purchase.refunded - amount,
    feeReturned: purchase.feeReturned - feePart,
  })
}

async function recordFailedRefund(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { refundId, amount }: RefundSnapshot,
): Promise<void> {
  const id = ports.newId()
  await insertRefund(tx, { ...refundColumns(ports, purchase, refundId), id, amount, fee: 0, state: 'failed' })
  await completeRefundRequest(tx, { purchaseId: purchase.id, providerRefundId: refundId }, 'failed')
  await alertFailedRefund(tx, ports, purchase, id)
}

function refundColumns(
  { paymentProvider, clock }: Ports,
  { id: purchaseId }: PurchaseRow,
  providerRefundId: string,
) {
  return { purchaseId, provider: paymentProvider.id, providerRefundId, createdAt: clock.now() }
}

async function alertFailedRefund(tx: Tx, ports: Ports, { id }: PurchaseRow, refundId: number): Promise<void> {
  const detail = `A refund of purchase ${id} came back from the bank. Access stays as it is until somebody decides.`
  await raiseAlert(tx, ports, { kind: 'refund-failed', subject: `refund/${refundId}`, detail })
}

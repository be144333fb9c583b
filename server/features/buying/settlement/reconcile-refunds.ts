import { providerFee, reverseSale, undoReversal } from '../../../../domain/ledger.ts'
import { reversedAmounts } from '../../../../domain/refund.ts'
import type { Tx } from '../../../db/database.ts'
import { reserveId } from '../../../db/public-id.ts'
import { insertRows, updateRow } from '../../../db/rows.ts'
import { refunds } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import type { PaymentSnapshot, RefundSnapshot } from '../../../ports/payment-provider.ts'
import { postingExists, postToLedger } from '../../money/ledger/repository.ts'
import { raiseAlert, resolveAlerts } from '../../telling/alerts/service.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { recordEvent, saleFacts } from '../../telling/deliveries/events.ts'
import { postReversal } from '../purchases/post-reversal.ts'
import { isRefundedBySystem } from '../purchases/refund-requests-repository.ts'
import { type PurchaseRow, revokeGrant } from '../purchases/repository.ts'
import {
  completeRefundRequest,
  findDispute,
  type RefundRow,
  selectFailedRequests,
  selectRefunds,
} from '../purchases/reversals-repository.ts'
import { reapplyExtras, returnExtras } from './apply-extras.ts'
import { disputesIn } from './reconcile-disputes.ts'

/** Books refunds that failed after they had succeeded. The caller holds the creator's lock. */
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
    // It failed before we saw it succeed: there is nothing to undo, but it is stored so that no older snapshot books
    // it.
    if (!row) await recordFailedRefund(tx, ports, purchase, snapshot)
  }
  return current
}

/** Books new refunds of the provider, each once. A full one revokes access. */
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
    const message = `The provider reported a larger refund than was paid for purchase ${purchase.orderNumber}.`
    await raiseAlert(tx, ports, { kind: 'over-refund', target: refundId, message })
    return purchase
  }
  const id = await reserveId(tx)
  const { posting, feePart, taxPart } = reverseSale(purchase, {
    kind: 'refund',
    reference: `refund/${id}`,
    part: amount,
    returned,
  })
  const refunded = purchase.refundedAmount + amount
  const isFull = refunded === purchase.amount

  await insertRows(tx, refunds, [
    {
      ...refundColumns(ports, purchase, refundId),
      id,
      amount,
      platformFeeRefundedAmount: feePart,
      taxRefundedAmount: taxPart,
      state: 'succeeded',
    },
  ])
  await completeRefundRequest(tx, { purchaseId: purchase.id, providerRefundId: refundId }, 'refunded')
  const changed = await postReversal(tx, ports, purchase, {
    posting,
    saleCount: isFull ? -1 : 0,
    change: {
      refundedAmount: refunded,
      platformFeeRefundedAmount: purchase.platformFeeRefundedAmount + feePart,
      taxRefundedAmount: purchase.taxRefundedAmount + taxPart,
    },
  })
  if (isFull) {
    await revokeGrant(tx, purchase.id, { now: ports.clock.now(), reason: 'refund' })
    await returnExtras(tx, ports, purchase)
    await endRefundAlerts(tx, ports, purchase)
  }
  const eventId = await recordEvent(tx, ports, {
    type: 'sale.refunded',
    creatorId: purchase.creatorId,
    subject: `purchase/${purchase.id}`,
    payload: { ...saleFacts(purchase), refundId: id, amount, isFull },
  })
  // Undeliverable purchases have an email of their own about the refund.
  if (purchase.buyerEmail && !(await isRefundedBySystem(tx, purchase.id))) {
    const data = { purchaseId: purchase.id, refundId: id }
    await sendEmail(tx, ports, {
      kind: 'refund_issued',
      dedupeKey: `refund/${id}`,
      to: purchase.buyerEmail,
      data,
      eventId,
    })
  }
  return changed
}

/** Nothing is left that has to be paid back another way. */
async function endRefundAlerts(tx: Tx, ports: Ports, { id }: PurchaseRow): Promise<void> {
  for (const { id: request } of await selectFailedRequests(tx, id))
    await resolveAlerts(tx, ports, { kinds: ['refund-rejected'], target: `refund-request/${request}` })
  for (const { id: refund, state } of await selectRefunds(tx, id))
    if (state === 'failed')
      await resolveAlerts(tx, ports, { kinds: ['refund-failed'], target: `refund/${refund}` })
}

/** The bank returned a refund: the creator has the amount again, and a person decides about access. */
async function reverseRefund(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { id, amount, providerRefundId }: RefundRow,
): Promise<PurchaseRow> {
  const { posting, feePart, taxPart } = undoReversal(purchase, {
    kind: 'refund_reversal',
    reference: `refund/${id}`,
    part: amount,
    returned: reversedAmounts(purchase),
  })
  const wasFull = purchase.refundedAmount === purchase.amount

  await updateRow(tx, refunds, { id }, { state: 'failed' })
  await completeRefundRequest(tx, { purchaseId: purchase.id, providerRefundId }, 'failed')
  await alertFailedRefund(tx, ports, purchase, id)
  await recordEvent(tx, ports, {
    type: 'sale.refund_returned',
    creatorId: purchase.creatorId,
    subject: `purchase/${purchase.id}`,
    payload: { ...saleFacts(purchase), refundId: id, amount },
  })
  const changed = await postReversal(tx, ports, purchase, {
    posting,
    saleCount: wasFull ? 1 : 0,
    change: {
      refundedAmount: purchase.refundedAmount - amount,
      platformFeeRefundedAmount: purchase.platformFeeRefundedAmount - feePart,
      taxRefundedAmount: purchase.taxRefundedAmount - taxPart,
    },
  })
  if (wasFull) await reapplyExtras(tx, purchase)
  return changed
}

async function recordFailedRefund(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  { refundId, amount }: RefundSnapshot,
): Promise<void> {
  const id = await reserveId(tx)
  const nothingReturned = { platformFeeRefundedAmount: 0, taxRefundedAmount: 0 }
  await insertRows(tx, refunds, [
    { ...refundColumns(ports, purchase, refundId), id, amount, ...nothingReturned, state: 'failed' },
  ])
  await completeRefundRequest(tx, { purchaseId: purchase.id, providerRefundId: refundId }, 'failed')
  await alertFailedRefund(tx, ports, purchase, id)
}

function refundColumns(
  { paymentProvider, clock }: Ports,
  { id: purchaseId, creatorId }: PurchaseRow,
  providerRefundId: string,
) {
  return { purchaseId, creatorId, provider: paymentProvider.id, providerRefundId, createdAt: clock.now() }
}

async function alertFailedRefund(tx: Tx, ports: Ports, { orderNumber }: PurchaseRow, refundId: number) {
  const message = `The bank returned a refund for purchase ${orderNumber}. Access stays the same until someone decides.`
  await raiseAlert(tx, ports, { kind: 'refund-failed', target: `refund/${refundId}`, message })
}

/** Posts the provider's dispute fees, once each: they are the platform's, never the creator's. */
export async function postDisputeFees(
  tx: Tx,
  { paymentProvider, clock }: Ports,
  { currency, creatorId }: PurchaseRow,
  snapshot: PaymentSnapshot,
): Promise<void> {
  for (const { disputeId, providerFeeAmount } of disputesIn(snapshot)) {
    const row = providerFeeAmount ? await findDispute(tx, paymentProvider.id, disputeId) : undefined
    if (!providerFeeAmount || !row) continue
    const posting = providerFee({ reference: `dispute/${row.id}`, creatorId, fee: providerFeeAmount })
    if (!(await postingExists(tx, posting))) await postToLedger(tx, posting, { currency, now: clock.now() })
  }
}

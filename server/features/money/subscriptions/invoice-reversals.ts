import { eq } from 'drizzle-orm'
import { providerFee, reverseSubscription } from '../../../../domain/ledger.ts'
import { dueReversals, proEndReason } from '../../../../domain/pro-payment.ts'
import type { Tx } from '../../../db/database.ts'
import { insertRows, updateRow } from '../../../db/rows.ts'
import { invoiceReversals, invoices, subscriptions } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import type { DisputeSnapshot, PaymentSnapshot, RefundSnapshot } from '../../../ports/payment-provider.ts'
import { findUserById, lockCreator } from '../../people/accounts/repository.ts'
import { raiseAlert, resolveAlerts } from '../../telling/alerts/service.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { postingExists, postToLedger } from '../ledger/repository.ts'
import {
  type InvoiceRow,
  lockInvoice,
  nextPaymentRequest,
  type ReversalRow,
  selectReversals,
} from './invoices-repository.ts'
import { findSubscription, type SubscriptionRow, setPlan } from './repository.ts'

/**
 * Reads a payment of Pro at the provider, and books its refunds, disputes and fee. False when it pays for no invoice of ours. May be
 * called any number of times, in any order.
 */
export async function syncProPayment(ports: Ports, paymentId: string): Promise<boolean> {
  const { db, paymentProvider, clock } = ports
  const counted = await nextPaymentRequest(db, paymentProvider.id, paymentId)
  if (!counted) return false
  const payment = await paymentProvider.getPayment(paymentId)
  await db.transaction(async (tx) => {
    await lockCreator(tx, counted.creatorId)
    const invoice = await lockInvoice(tx, counted.id)
    if (counted.lastRequestSeq < invoice.appliedRequestSeq) return
    const change = { appliedRequestSeq: counted.lastRequestSeq, readAt: clock.now() }
    await updateRow(tx, invoices, { id: invoice.id }, change)
    const subscription = await findSubscription(tx, invoice.subscriptionId)
    await reconcilePayment(tx, ports, { invoice, subscription, payment })
  })
  return true
}

type PaymentOfPro = { invoice: InvoiceRow; subscription: SubscriptionRow; payment: PaymentSnapshot }

/** Books what a payment says about refunds, disputes and the fee. The caller holds the creator's lock. */
export async function reconcilePayment(tx: Tx, ports: Ports, paid: PaymentOfPro): Promise<void> {
  const { invoice, subscription, payment } = paid
  const known = await selectReversals(tx, invoice.id)
  for (const refund of payment.refunds) await storeRefund(tx, ports, { invoice, refund, known })
  for (const dispute of disputesIn(payment)) await storeDispute(tx, ports, { invoice, dispute, known })
  await bookReversals(tx, ports, invoice)
  await bookFees(tx, ports, invoice, payment)
  await endProIfReturned(tx, ports, { invoice, subscription })
}

type KnownReversals = { invoice: InvoiceRow; known: Array<ReversalRow> }

/** Stores a refund of the provider. The first with the amount of one that we asked for is that one. */
async function storeRefund(
  tx: Tx,
  ports: Ports,
  { invoice, refund, known }: KnownReversals & { refund: RefundSnapshot },
): Promise<void> {
  const { refundId, amount, state } = refund
  const isAsked = (row: ReversalRow) => row.providerReversalId === null && row.amount === amount
  const index = known.findIndex(({ providerReversalId }) => providerReversalId === refundId)
  const row = known[index] ?? known.find(isAsked)
  if (!row) return insertReversal(tx, ports, invoice, { kind: 'refund', id: refundId, amount, state })
  // A failed refund stays failed, whatever an older answer says.
  if (row.providerReversalId === refundId && (row.state === state || row.state === 'failed')) return
  row.providerReversalId = refundId
  const now = ports.clock.now()
  await updateRow(
    tx,
    invoiceReversals,
    { id: row.id },
    { providerReversalId: refundId, state, nextAttemptAt: null, updatedAt: now },
  )
  if (state === 'failed') {
    const message = `The bank returned a refund of Pro invoice ${invoice.id}. The creator has to be paid back another way.`
    await raiseAlert(tx, ports, { kind: 'refund-failed', target: `pro-refund/${row.id}`, message })
  }
}

const disputeStates = ['inquiry', 'open', 'won', 'lost'] as const

async function storeDispute(
  tx: Tx,
  ports: Ports,
  { invoice, dispute, known }: KnownReversals & { dispute: DisputeSnapshot },
): Promise<void> {
  const { disputeId, amount, state } = dispute
  const row = known.find(({ providerReversalId }) => providerReversalId === disputeId)
  if (row?.state === state && row.amount === amount) return
  if (row)
    await updateRow(tx, invoiceReversals, { id: row.id }, { state, amount, updatedAt: ports.clock.now() })
  else await insertReversal(tx, ports, invoice, { kind: 'dispute', id: disputeId, amount, state })
  const message = `Pro invoice ${invoice.id}: the creator’s dispute is ${state}.`
  await raiseAlert(tx, ports, { kind: `dispute-${state}`, target: disputeId, message })
  const superseded = disputeStates.filter((one) => one !== state || one === 'won')
  await resolveAlerts(tx, ports, {
    kinds: superseded.map((one) => `dispute-${one}` as const),
    target: disputeId,
  })
}

type NewReversal = Pick<ReversalRow, 'kind' | 'amount' | 'state'> & { id: string }

async function insertReversal(
  tx: Tx,
  { paymentProvider, clock }: Ports,
  { id: invoiceId, creatorId }: InvoiceRow,
  { id: providerReversalId, kind, amount, state }: NewReversal,
): Promise<void> {
  const now = clock.now()
  await insertRows(tx, invoiceReversals, [
    {
      invoiceId,
      creatorId,
      kind,
      provider: paymentProvider.id,
      providerReversalId,
      state,
      amount,
      createdAt: now,
      updatedAt: now,
    },
  ])
}

/** Posts what each refund and dispute returns now, less what is booked. Credits first, so that sums never exceed the payment. */
async function bookReversals(tx: Tx, ports: Ports, { id, creatorId, currency }: InvoiceRow): Promise<void> {
  const invoice = await lockInvoice(tx, id)
  const rows = await selectReversals(tx, id)
  const due = dueReversals(invoice.amount, rows)
  const changes = rows
    .map((row, index) => ({ row, part: (due[index] ?? 0) - row.bookedAmount }))
    .filter(({ part }) => part !== 0)
    .toSorted((a, b) => Math.sign(a.part) - Math.sign(b.part) || a.row.id - b.row.id)
  const returned = { amount: invoice.returnedAmount, tax: invoice.taxReturnedAmount }
  for (const { row, part } of changes) {
    const postingCount = row.postingCount + 1
    const { posting, taxPart } = reverseSubscription(invoice, {
      kind: row.kind,
      reference: `pro-${row.kind}/${row.id}/${postingCount}`,
      part,
      returned,
    })
    await postToLedger(tx, posting, { currency, now: ports.clock.now() })
    returned.amount += part
    returned.tax += taxPart
    await updateRow(
      tx,
      invoiceReversals,
      { id: row.id },
      { bookedAmount: row.bookedAmount + part, postingCount },
    )
    if (row.kind === 'refund' && part > 0) await mailRefund(tx, ports, { creatorId, reversalId: row.id })
  }
  if (changes.length === 0) return
  const totals = { returnedAmount: returned.amount, taxReturnedAmount: returned.tax }
  await updateRow(tx, invoices, { id }, totals)
}

async function mailRefund(
  tx: Tx,
  ports: Ports,
  { creatorId, reversalId }: { creatorId: string; reversalId: number },
): Promise<void> {
  const creator = await findUserById(tx, creatorId)
  if (!creator || creator.deletedAt) return
  await sendEmail(tx, ports, {
    kind: 'subscription_refunded',
    dedupeKey: `pro-refund/${reversalId}`,
    to: creator.email,
    data: { reversalId },
  })
}

/** The provider's fee on the payment, and on each dispute of it. */
async function bookFees(
  tx: Tx,
  ports: Ports,
  { id, creatorId, currency, providerFeeAmount: bookedFee }: InvoiceRow,
  payment: PaymentSnapshot,
): Promise<void> {
  const now = ports.clock.now()
  const fee = payment.providerFeeAmount
  if (fee && bookedFee === null) {
    await postToLedger(tx, providerFee({ reference: `invoice/${id}`, creatorId, fee }), { currency, now })
    await updateRow(tx, invoices, { id }, { providerFeeAmount: fee })
  }
  for (const row of await selectReversals(tx, id)) {
    const dispute = disputesIn(payment).find(({ disputeId }) => disputeId === row.providerReversalId)
    if (!dispute?.providerFeeAmount) continue
    const posting = providerFee({
      reference: `pro-dispute/${row.id}`,
      creatorId,
      fee: dispute.providerFeeAmount,
    })
    if (!(await postingExists(tx, posting))) await postToLedger(tx, posting, { currency, now })
  }
}

/**
 * A refund of the whole current month, or a dispute that was lost, ends Pro at once: here, and then at the provider
 * (`endReturnedSubscriptions`).
 */
async function endProIfReturned(
  tx: Tx,
  { clock }: Ports,
  { invoice, subscription }: Pick<PaymentOfPro, 'invoice' | 'subscription'>,
): Promise<void> {
  if (subscription.state === 'canceled' || subscription.endReason !== null) return
  const endReason = proEndReason(invoice, await selectReversals(tx, invoice.id), clock.now())
  if (!endReason) return
  await tx.update(subscriptions).set({ endReason }).where(eq(subscriptions.id, subscription.id))
  await setPlan(tx, subscription.userId, 'creator')
}

function disputesIn({ dispute, otherDisputes = [] }: PaymentSnapshot): Array<DisputeSnapshot> {
  return dispute ? [dispute, ...otherDisputes] : otherDisputes
}

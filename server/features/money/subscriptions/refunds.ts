import { findRow, updateRow } from '../../../db/rows.ts'
import { invoiceReversals, invoices } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { RefundDeferredError, RefundFailedError } from '../../../ports/payment-provider.ts'
import { raiseAlert } from '../../telling/alerts/service.ts'
import { syncProPayment } from './invoice-reversals.ts'
import { type ReversalRow, selectDueRefunds } from './invoices-repository.ts'
import { isWaitingForBalance, updateWaitingRefundsAlert } from './waiting-refunds.ts'

const minuteMs = 60_000
const delaysMs = { balance_insufficient: 5 * minuteMs, provider_busy: minuteMs, unanswered: 2 * minuteMs }
const batchSize = 50

/**
 * Makes a refund of Pro at the provider. Its row exists, and its id and attempt are the idempotency key. Before it is repeated the
 * payment is read, so a refund that was made without our hearing of it is found. Never throws: the sweep repeats it.
 */
export async function sendRefund(ports: Ports, { id }: Pick<ReversalRow, 'id'>): Promise<void> {
  const { db, log } = ports
  try {
    const row = await findRow(db, invoiceReversals, { id })
    const invoice = row && (await findRow(db, invoices, { id: row.invoiceId }))
    if (!row || !invoice?.providerPaymentId) return
    await refundPayment(ports, row, invoice.providerPaymentId)
  } catch (error) {
    log.error({ err: error, reversalId: id }, 'a refund of Pro could not be made, will retry')
    await postpone(ports, id, delaysMs.unanswered)
  }
}

async function refundPayment(ports: Ports, row: ReversalRow, paymentId: string): Promise<void> {
  const { db, paymentProvider } = ports
  if (row.nextAttemptAt !== null) await syncProPayment(ports, paymentId)
  const current = await findRow(db, invoiceReversals, { id: row.id })
  if (current?.state !== 'requested') return
  const { id, amount, refundAttempt } = current
  const key = refundAttempt === 0 ? `pro-refund:${id}` : `pro-refund:${id}:${refundAttempt}`
  try {
    await paymentProvider.refund({ paymentId, amount, reason: 'requested' }, key)
    await syncProPayment(ports, paymentId)
    if (refundAttempt > 0) await updateWaitingRefundsAlert(ports)
  } catch (error) {
    if (error instanceof RefundFailedError) return failRefund(ports, current, error.message)
    if (!(error instanceof RefundDeferredError)) throw error
    const { reason } = error
    // An answered attempt is over at the provider, so the next one has a key of its own.
    if (reason === 'balance_insufficient')
      await updateRow(db, invoiceReversals, { id }, { refundAttempt: refundAttempt + 1 })
    await postpone(ports, id, delaysMs[reason])
    if (reason === 'balance_insufficient') await updateWaitingRefundsAlert(ports)
  }
}

async function postpone({ db, clock }: Ports, id: number, delayMs: number): Promise<void> {
  const nextAttemptAt = new Date(clock.now().getTime() + delayMs)
  await updateRow(db, invoiceReversals, { id }, { nextAttemptAt })
}

/** A final rejection: a person decides. Pro stays off. */
async function failRefund(ports: Ports, { id, invoiceId }: ReversalRow, why: string): Promise<void> {
  await ports.db.transaction(async (tx) => {
    await updateRow(tx, invoiceReversals, { id }, { state: 'failed', updatedAt: ports.clock.now() })
    const message = `Pro invoice ${invoiceId} wasn’t refunded: ${why}`
    await raiseAlert(tx, ports, { kind: 'refund-rejected', target: `pro-refund/${id}`, message })
  })
}

/** Repeats refunds of Pro that were not made yet. */
export async function sendDueRefunds(ports: Ports): Promise<void> {
  for (const row of await selectDueRefunds(ports.db, ports.clock.now(), batchSize))
    await sendRefund(ports, row)
}

/** Repeats at once those that wait for the balance, because there is more of it. */
export async function sendRefundsWaitingForBalance(ports: Ports): Promise<void> {
  const { db } = ports
  const waiting = await db.select().from(invoiceReversals).where(isWaitingForBalance).limit(batchSize)
  for (const row of waiting) await sendRefund(ports, row)
}

import { createHash, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { sandboxPayments, sandboxRefunds } from '../../db/schema/sandbox.ts'
import { type PaymentSnapshot, UnknownPayment } from '../../ports/payment-provider.ts'
import type { Desk } from './desk.ts'
import { announce, type EventType } from './events.ts'

export type Payment = typeof sandboxPayments.$inferSelect
type Change = Partial<typeof sandboxPayments.$inferInsert>

const idPattern = /^pi_sbx_[0-9a-f]{24}$/

export async function findPayment(db: Db, id: string): Promise<Payment | undefined> {
  if (!idPattern.test(id)) return undefined
  const [found] = await db.select().from(sandboxPayments).where(eq(sandboxPayments.id, id))
  return found
}

/** Nobody else changes the payment until the transaction ends; one whose time has come is paid first. Throws UnknownPayment. */
export async function lockPayment(desk: Desk, tx: Tx, id: string): Promise<Payment> {
  const [payment] = idPattern.test(id)
    ? await tx.select().from(sandboxPayments).where(eq(sandboxPayments.id, id)).for('update')
    : []
  if (!payment) throw new UnknownPayment('There is no such payment')
  if (!isDue(desk, payment)) return payment
  return change(desk, tx, payment, 'payment.succeeded', { state: 'paid' })
}

/** A payment in processing is paid by the clock, whether or not anybody looks. */
export function isDue({ clock }: Desk, { state, settlesAt }: Payment): boolean {
  return state === 'processing' && settlesAt !== null && settlesAt <= clock.now()
}

/** Every change of a payment, with its webhook. */
export async function change(
  desk: Desk,
  tx: Tx,
  payment: Payment,
  type: EventType,
  values: Change,
): Promise<Payment> {
  const changes = { ...values, updatedAt: desk.clock.now() }
  await tx.update(sandboxPayments).set(changes).where(eq(sandboxPayments.id, payment.id))
  await announce(desk, tx, type, payment.id)
  return { ...payment, ...changes }
}

/** The id of the payment a client secret belongs to; whether it does is `holds` to say. */
export function idIn(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? ''
}

export function holds({ clientSecret }: Payment, given: string): boolean {
  return timingSafeEqual(hash(clientSecret), hash(given))
}

export async function snapshotOf(db: Db, payment: Payment): Promise<PaymentSnapshot> {
  const refunds = await db
    .select()
    .from(sandboxRefunds)
    .where(eq(sandboxRefunds.paymentId, payment.id))
    .orderBy(sandboxRefunds.createdAt, sandboxRefunds.id)
  const { failureCode: code, failureMessage: message } = payment
  return {
    paymentId: payment.id,
    state: payment.state,
    amount: payment.amount,
    amountReceived: payment.state === 'paid' ? payment.amount : 0,
    currency: payment.currency,
    mode: 'test',
    attemptId: payment.attemptId ?? undefined,
    contentId: payment.contentId ?? undefined,
    buyerEmail: payment.receiptEmail ?? payment.buyerEmail ?? undefined,
    refunds: refunds.map(({ id, paymentId, amount, state }) => ({ refundId: id, paymentId, amount, state })),
    failure: code && message ? { code, message } : undefined,
  }
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

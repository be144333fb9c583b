import { randomBytes } from 'node:crypto'
import { and, eq, ne, sum } from 'drizzle-orm'
import { limits } from '../../../contract/limits.ts'
import type { Tx } from '../../db/database.ts'
import { sandboxPayments, sandboxRefunds } from '../../db/schema/sandbox.ts'
import {
  type PaymentRequest,
  type PaymentSnapshot,
  type RefundRequest,
  type RefundSnapshot,
  UnknownPayment,
} from '../../ports/payment-provider.ts'
import { change, findPayment, isDue, lockPayment, type Payment, snapshotOf } from './books.ts'
import type { Desk } from './desk.ts'
import { announce } from './events.ts'

/** Cents. */
export const chargeLimits = { min: 1, max: limits.largestPrice }

export async function createPayment(desk: Desk, request: PaymentRequest, key: string) {
  refuseAmount(desk, request)
  const id = `pi_sbx_${randomBytes(12).toString('hex')}`
  const now = desk.clock.now()
  const { buyerEmail, ...order } = request
  await desk.db
    .insert(sandboxPayments)
    .values({
      ...order,
      buyerEmail: buyerEmail || null,
      id,
      key,
      clientSecret: `${id}_secret_${randomBytes(24).toString('base64url')}`,
      state: 'open',
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: sandboxPayments.key })

  const [kept] = await desk.db.select().from(sandboxPayments).where(eq(sandboxPayments.key, key))
  if (!kept || !isSameOrder(kept, request)) throw new Error('This key was used for another payment')
  return { paymentId: kept.id, clientSecret: kept.clientSecret }
}

export async function getPayment(desk: Desk, id: string): Promise<PaymentSnapshot> {
  const found = await findPayment(desk.db, id)
  if (!found) throw new UnknownPayment('There is no such payment')
  if (!isDue(desk, found)) return snapshotOf(desk.db, found)
  return desk.db.transaction(async (tx) => snapshotOf(tx, await lockPayment(desk, tx, id)))
}

/** Money that is on its way is not called back: a payment in processing stays so, and says so. */
export async function cancelPayment(desk: Desk, id: string): Promise<PaymentSnapshot> {
  return desk.db.transaction(async (tx) => {
    const payment = await lockPayment(desk, tx, id)
    if (payment.state !== 'open' && payment.state !== 'action_required') return snapshotOf(tx, payment)
    return snapshotOf(tx, await change(desk, tx, payment, 'payment.canceled', { state: 'canceled' }))
  })
}

export async function refund(desk: Desk, request: RefundRequest, key: string): Promise<RefundSnapshot> {
  const { paymentId, amount, reason } = request
  return desk.db.transaction(async (tx) => {
    const payment = await lockPayment(desk, tx, paymentId)
    const [earlier] = await tx.select().from(sandboxRefunds).where(eq(sandboxRefunds.key, key))
    if (earlier) return repeated(earlier, request)

    await refuseRefund(tx, payment, amount)
    const id = `re_sbx_${randomBytes(12).toString('hex')}`
    const row = { id, key, paymentId, amount, reason, state: 'succeeded' as const }
    await tx.insert(sandboxRefunds).values({ ...row, createdAt: desk.clock.now() })
    await announce(desk, tx, 'payment.refunded', paymentId)
    return snapshotOfRefund(row)
  })
}

type Refund = { id: string; paymentId: string; amount: number; state: RefundSnapshot['state'] }

function repeated(earlier: Refund, request: RefundRequest): RefundSnapshot {
  if (earlier.paymentId !== request.paymentId || earlier.amount !== request.amount)
    throw new Error('This key was used for another refund')
  return snapshotOfRefund(earlier)
}

function snapshotOfRefund({ id, paymentId, amount, state }: Refund): RefundSnapshot {
  return { refundId: id, paymentId, amount, state }
}

function refuseAmount({ currency }: Desk, request: PaymentRequest): void {
  const { min, max } = chargeLimits
  if (request.currency !== currency) throw new Error(`This instance charges in ${currency}`)
  if (!Number.isSafeInteger(request.amount) || request.amount < min || request.amount > max)
    throw new Error(`An amount is a whole number from ${min} to ${max}`)
}

async function refuseRefund(tx: Tx, payment: Payment, amount: number): Promise<void> {
  if (payment.state !== 'paid') throw new Error('Only what was paid can be refunded')
  if (!Number.isSafeInteger(amount) || amount < 1) throw new Error('A refund is a whole number above zero')
  const [already] = await tx
    .select({ total: sum(sandboxRefunds.amount).mapWith(Number) })
    .from(sandboxRefunds)
    .where(and(eq(sandboxRefunds.paymentId, payment.id), ne(sandboxRefunds.state, 'failed')))
  if ((already?.total ?? 0) + amount > payment.amount)
    throw new Error('More than was paid cannot be refunded')
}

function isSameOrder(kept: Payment, request: PaymentRequest): boolean {
  const { attemptId, contentId, amount, currency } = request
  return (
    kept.attemptId === attemptId &&
    kept.contentId === contentId &&
    kept.amount === amount &&
    kept.currency === currency
  )
}

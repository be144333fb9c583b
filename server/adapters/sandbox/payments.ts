import { eq } from 'drizzle-orm'
import { limits } from '../../../contract/limits.ts'
import { sandboxPayments } from '../../db/schema/sandbox.ts'
import {
  PaymentNotFoundError,
  type PaymentRequest,
  type PaymentSnapshot,
} from '../../ports/payment-provider.ts'
import type { SandboxContext } from './context.ts'
import { newClientSecret, newSandboxId } from './ids.ts'
import { findPayment, type Payment, snapshotOf, updatePayment } from './payment-store.ts'
import { hasDueTransition, lockPayment } from './scheduled-transitions.ts'

/** Cents. */
export const chargeLimits = { min: 1, max: limits.maxPriceAmount }

export async function createPayment(desk: SandboxContext, request: PaymentRequest, key: string) {
  assertChargeable(desk, request)
  const id = newSandboxId('pi')
  const now = desk.clock.now()
  const { buyerEmail, ...order } = request
  await desk.db
    .insert(sandboxPayments)
    .values({
      ...order,
      buyerEmail: buyerEmail || null,
      id,
      key,
      clientSecret: newClientSecret(id),
      state: 'open',
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: sandboxPayments.key })

  const [existing] = await desk.db.select().from(sandboxPayments).where(eq(sandboxPayments.key, key))
  if (!existing || !isSameRequest(existing, request)) throw new Error('This key was used for another payment')
  return { paymentId: existing.id, clientSecret: existing.clientSecret }
}

export async function getPayment(desk: SandboxContext, id: string): Promise<PaymentSnapshot> {
  const payment = await findPayment(desk.db, id)
  if (!payment) throw new PaymentNotFoundError('There is no such payment')
  if (!(await hasDueTransition(desk, payment))) return snapshotOf(desk.db, payment)
  return desk.db.transaction(async (tx) => snapshotOf(tx, await lockPayment(desk, tx, id)))
}

/** Money that is on its way is not called back: a payment in processing stays so, and says so. */
export async function cancelPayment(desk: SandboxContext, id: string): Promise<PaymentSnapshot> {
  return desk.db.transaction(async (tx) => {
    const payment = await lockPayment(desk, tx, id)
    if (payment.state !== 'open' && payment.state !== 'action_required') return snapshotOf(tx, payment)
    return snapshotOf(tx, await updatePayment(desk, tx, payment, 'payment.canceled', { state: 'canceled' }))
  })
}

function assertChargeable({ currency }: SandboxContext, request: PaymentRequest): void {
  const { min, max } = chargeLimits
  if (request.currency !== currency) throw new Error(`This instance charges in ${currency}`)
  if (!Number.isSafeInteger(request.amount) || request.amount < min || request.amount > max)
    throw new Error(`An amount is a whole number from ${min} to ${max}`)
}

function isSameRequest(existing: Payment, request: PaymentRequest): boolean {
  const { attemptId, contentId, amount, currency } = request
  return (
    existing.attemptId === attemptId &&
    existing.contentId === contentId &&
    existing.amount === amount &&
    existing.currency === currency
  )
}

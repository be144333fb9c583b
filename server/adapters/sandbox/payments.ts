import { eq } from 'drizzle-orm'
import { limits } from '../../../contract/limits.ts'
import {
  PaymentNotFoundError,
  type PaymentRequest,
  type PaymentSnapshot,
} from '../../ports/payment-provider.ts'
import type { SandboxContext } from './context.ts'
import { newClientSecret, newSandboxId } from './ids.ts'
import { findPayment, type Payment, snapshotOf, updatePayment } from './payment-store.ts'
import { hasDueTransition, lockPayment } from './scheduled-transitions.ts'
import { sandboxPayments } from './schema.ts'

/** In minor units. */
export const chargeLimits = { min: 1, max: limits.maxPriceAmount }

export async function createPayment(context: SandboxContext, request: PaymentRequest, key: string) {
  assertChargeable(context, request)
  const id = newSandboxId('pi')
  const now = context.clock.now()
  const { buyerEmail, ...order } = request
  const [inserted] = await context.db
    .insert(sandboxPayments)
    .values({
      ...order,
      buyerEmail: buyerEmail || null,
      id,
      idempotencyKey: key,
      clientSecret: newClientSecret(id),
      state: 'open',
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: sandboxPayments.idempotencyKey })
    .returning()

  const existing = inserted ?? (await findPaymentByKey(context, key))
  if (!existing || !isSameRequest(existing, request))
    throw new Error('This idempotency key was already used for another payment')
  return { paymentId: existing.id, clientSecret: existing.clientSecret }
}

async function findPaymentByKey({ db }: SandboxContext, key: string): Promise<Payment | undefined> {
  const [row] = await db.select().from(sandboxPayments).where(eq(sandboxPayments.idempotencyKey, key))
  return row
}

export async function getPayment(context: SandboxContext, id: string): Promise<PaymentSnapshot> {
  const payment = await findPayment(context.db, id)
  if (!payment) throw new PaymentNotFoundError('No such payment')
  if (!(await hasDueTransition(context, payment))) return snapshotOf(context.db, payment)
  return context.db.transaction(async (tx) => snapshotOf(tx, await lockPayment(context, tx, id)))
}

/** A processing payment cannot be canceled: it is returned unchanged. */
export async function cancelPayment(context: SandboxContext, id: string): Promise<PaymentSnapshot> {
  return context.db.transaction(async (tx) => {
    const payment = await lockPayment(context, tx, id)
    if (payment.state !== 'open' && payment.state !== 'action_required') return snapshotOf(tx, payment)
    return snapshotOf(
      tx,
      await updatePayment(context, tx, payment, 'payment.canceled', { state: 'canceled' }),
    )
  })
}

function assertChargeable({ currency }: SandboxContext, request: PaymentRequest): void {
  const { min, max } = chargeLimits
  if (request.currency !== currency) throw new Error(`This instance charges in ${currency}`)
  if (!Number.isSafeInteger(request.amount) || request.amount < min || request.amount > max)
    throw new Error(`The amount must be an integer from ${min} to ${max}`)
}

function isSameRequest(existing: Payment, request: PaymentRequest): boolean {
  const { checkoutId, contentId, amount, currency } = request
  return (
    existing.checkoutId === checkoutId &&
    existing.contentId === contentId &&
    existing.amount === amount &&
    existing.currency === currency
  )
}

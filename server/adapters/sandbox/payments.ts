import { eq, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { limits } from '../../../contract/limits.ts'
import { insertIfNew } from '../../db/rows.ts'
import type { PaymentRequest, PaymentSnapshot } from '../../ports/payment-provider.ts'
import { newClientSecret, newSandboxId, type SandboxContext } from './context.ts'
import { type Payment, snapshotOf, updatePayment } from './payment-store.ts'
import { sandboxPayments } from './schema.ts'
import { lockPayment } from './transitions.ts'

/** In minor units. */
export const chargeLimits = { min: 1, max: limits.maxPriceAmount }

export async function createPayment(context: SandboxContext, request: PaymentRequest, key: string) {
  assertChargeable(context, request)
  const id = newSandboxId('pi')
  const now = context.clock.now()
  const payment = {
    id,
    idempotencyKey: key,
    clientSecret: newClientSecret(id),
    checkoutId: request.checkoutId,
    contentId: request.contentId,
    amount: request.amount,
    currency: request.currency,
    description: request.description,
    buyerEmail: request.buyerEmail || null,
    state: 'open' as const,
    createdAt: now,
    updatedAt: now,
  }
  const [inserted] = await insertIfNew(context.db, sandboxPayments, payment, ['idempotencyKey'])
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

/** Removes an address from payments. Amounts, cards and states stay. */
export async function forgetBuyer({ db }: SandboxContext, email: string): Promise<void> {
  const isAddress = (column: PgColumn) => eq(sql`lower(${column})`, email.toLowerCase())
  const { buyerEmail, receiptEmail } = sandboxPayments
  await db
    .update(sandboxPayments)
    .set({
      buyerEmail: sql`case when ${isAddress(buyerEmail)} then null else ${buyerEmail} end`,
      receiptEmail: sql`case when ${isAddress(receiptEmail)} then null else ${receiptEmail} end`,
    })
    .where(or(isAddress(buyerEmail), isAddress(receiptEmail)))
}

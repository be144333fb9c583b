import { eq } from 'drizzle-orm'
import { limits } from '../../../contract/limits.ts'
import { sandboxPayments } from '../../db/schema/sandbox.ts'
import { type PaymentRequest, type PaymentSnapshot, UnknownPayment } from '../../ports/payment-provider.ts'
import { change, findPayment, type Payment, snapshotOf } from './books.ts'
import { isDue, lockPayment } from './clockwork.ts'
import type { Desk } from './desk.ts'
import { newClientSecret, newSandboxId } from './ids.ts'

/** Cents. */
export const chargeLimits = { min: 1, max: limits.largestPrice }

export async function createPayment(desk: Desk, request: PaymentRequest, key: string) {
  refuseAmount(desk, request)
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

  const [kept] = await desk.db.select().from(sandboxPayments).where(eq(sandboxPayments.key, key))
  if (!kept || !isSameOrder(kept, request)) throw new Error('This key was used for another payment')
  return { paymentId: kept.id, clientSecret: kept.clientSecret }
}

export async function getPayment(desk: Desk, id: string): Promise<PaymentSnapshot> {
  const found = await findPayment(desk.db, id)
  if (!found) throw new UnknownPayment('There is no such payment')
  if (!(await isDue(desk, found))) return snapshotOf(desk.db, found)
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

function refuseAmount({ currency }: Desk, request: PaymentRequest): void {
  const { min, max } = chargeLimits
  if (request.currency !== currency) throw new Error(`This instance charges in ${currency}`)
  if (!Number.isSafeInteger(request.amount) || request.amount < min || request.amount > max)
    throw new Error(`An amount is a whole number from ${min} to ${max}`)
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

import { createHash, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { sandboxCards } from '../../../contract/sandbox-cards.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { DisputeSnapshot, PaymentSnapshot } from '../../ports/payment-provider.ts'
import type { SandboxContext } from './context.ts'
import { enqueueWebhook } from './events.ts'
import { isSandboxId } from './ids.ts'
import { type EventType, sandboxDisputes, sandboxPayments, sandboxRefunds } from './schema.ts'
import { onFirstPaymentUpdated } from './subscription-store.ts'

export type Payment = typeof sandboxPayments.$inferSelect
type PaymentUpdate = Partial<typeof sandboxPayments.$inferInsert>

export async function findPayment(db: Db, id: string): Promise<Payment | undefined> {
  if (!isSandboxId('pi', id)) return undefined
  const [row] = await db
    .select()
    .from(sandboxPayments)
    .where(eq(sandboxPayments.id, id))
    .prepare('find_sandbox_payment')
    .execute()
  return row
}

/** Updates a payment and inserts its webhook; a subscription's payment reports as its subscription. */
export async function updatePayment(
  context: SandboxContext,
  tx: Tx,
  payment: Payment,
  type: EventType,
  values: PaymentUpdate,
): Promise<Payment> {
  const changes = { ...values, updatedAt: context.clock.now() }
  await tx.update(sandboxPayments).set(changes).where(eq(sandboxPayments.id, payment.id))
  const updated = { ...payment, ...changes }
  if (updated.subscriptionId) await onFirstPaymentUpdated(context, tx, updated.subscriptionId, updated)
  else await enqueueWebhook(context, tx, type, payment.id)
  return updated
}

/** The payment id in a client secret; `matchesClientSecret` verifies the secret. */
export function paymentIdOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? ''
}

export function matchesClientSecret({ clientSecret }: Payment, given: string): boolean {
  return timingSafeEqual(sha256(clientSecret), sha256(given))
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
    checkoutId: payment.checkoutId ?? undefined,
    contentId: payment.contentId ?? undefined,
    buyerEmail: payment.receiptEmail ?? payment.buyerEmail ?? undefined,
    ...(payment.state === 'paid' && cardOf(payment)),
    refunds: refunds.map(({ id, paymentId, amount, state }) => ({ refundId: id, paymentId, amount, state })),
    dispute: await disputeOf(db, payment.id),
    failure:
      code && message ? { code, message, reference: `${code}/${payment.updatedAt.getTime()}` } : undefined,
  }
}

/** Every numbered test card is a Visa. */
function cardOf({ testCard }: Payment): Pick<PaymentSnapshot, 'card'> {
  const number = Object.entries(sandboxCards).find(([, name]) => name === testCard)?.[0]
  return number && /^\d{16}$/.test(number) ? { card: { brand: 'visa', last4: number.slice(-4) } } : {}
}

async function disputeOf(db: Db, paymentId: string): Promise<DisputeSnapshot | undefined> {
  const [dispute] = await db.select().from(sandboxDisputes).where(eq(sandboxDisputes.paymentId, paymentId))
  if (!dispute) return undefined
  const { id, amount, state } = dispute
  return { disputeId: id, amount, state, reason: 'fraudulent' }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

import { createHash, timingSafeEqual } from 'node:crypto'
import { eq, placeholder } from 'drizzle-orm'
import { sandboxCards } from '../../../contract/sandbox-cards.ts'
import type { Db, Tx } from '../../db/database.ts'
import { preparedQuery } from '../../db/prepared-statement.ts'
import type { DisputeSnapshot, PaymentSnapshot, RefundSnapshot } from '../../ports/payment-provider.ts'
import type { SandboxContext } from './context.ts'
import { enqueueWebhook } from './events.ts'
import { isSandboxId } from './ids.ts'
import { type EventType, sandboxDisputes, sandboxPayments, sandboxRefunds } from './schema.ts'
import { onFirstPaymentUpdated } from './subscription-store.ts'

export type Payment = typeof sandboxPayments.$inferSelect
type PaymentUpdate = Partial<typeof sandboxPayments.$inferInsert>

export async function findPayment(db: Db, id: string): Promise<Payment | undefined> {
  if (!isSandboxId('pi', id)) return undefined
  const [row] = await paymentById(db, { id })
  return row
}

const paymentById = preparedQuery('find_sandbox_payment', (db) =>
  db
    .select()
    .from(sandboxPayments)
    .where(eq(sandboxPayments.id, placeholder('id'))),
)

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
  const { refunds, dispute } = await findReversals(db, payment.id)
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
    refunds,
    dispute,
    failure:
      code && message ? { code, message, reference: `${code}/${payment.updatedAt.getTime()}` } : undefined,
  }
}

/** Every numbered test card is a Visa. */
function cardOf({ testCard }: Payment): Pick<PaymentSnapshot, 'card'> {
  const number = Object.entries(sandboxCards).find(([, name]) => name === testCard)?.[0]
  return number && /^\d{16}$/.test(number) ? { card: { brand: 'visa', last4: number.slice(-4) } } : {}
}

async function findReversals(
  db: Db,
  paymentId: string,
): Promise<{ refunds: Array<RefundSnapshot>; dispute: DisputeSnapshot | undefined }> {
  const rows = await reversalsOfPayment(db, { paymentId })
  const dispute = rows[0]?.dispute
  return {
    refunds: rows.flatMap(({ refund }) =>
      refund ? { refundId: refund.id, paymentId, amount: refund.amount, state: refund.state } : [],
    ),
    dispute: dispute
      ? { disputeId: dispute.id, amount: dispute.amount, state: dispute.state, reason: 'fraudulent' }
      : undefined,
  }
}

/** A row for each refund, or one without a refund; each has the payment's dispute, if any. */
const reversalsOfPayment = preparedQuery('find_sandbox_reversals', (db) =>
  db
    .select({ refund: sandboxRefunds, dispute: sandboxDisputes })
    .from(sandboxPayments)
    .leftJoin(sandboxRefunds, eq(sandboxRefunds.paymentId, sandboxPayments.id))
    .leftJoin(sandboxDisputes, eq(sandboxDisputes.paymentId, sandboxPayments.id))
    .where(eq(sandboxPayments.id, placeholder('paymentId')))
    .orderBy(sandboxRefunds.createdAt, sandboxRefunds.id),
)

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

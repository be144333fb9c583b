import { eq } from 'drizzle-orm'
import { sandboxCards } from '../../../contract/sandbox.ts'
import type { Db, Tx } from '../../db/database.ts'
import { timingSafeEquals } from '../../http/request-context.ts'
import type { PaymentSnapshot, RefundSnapshot } from '../../ports/payment-provider.ts'
import { recordMovement } from './balance-transactions.ts'
import { isSandboxId, type SandboxContext } from './context.ts'
import { enqueueWebhook } from './events.ts'
import { type EventType, sandboxDisputes, sandboxPayments, sandboxRefunds } from './schema.ts'
import { onFirstPaymentUpdated } from './subscription-store.ts'

export type Payment = typeof sandboxPayments.$inferSelect
type PaymentUpdate = Partial<typeof sandboxPayments.$inferInsert>

/** Undefined for an unknown id. */
export async function findPayment(db: Db, id: string): Promise<Payment | undefined> {
  if (!isSandboxId('pi', id)) return undefined
  const [payment] = await db.select().from(sandboxPayments).where(eq(sandboxPayments.id, id))
  return payment
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
  if (payment.state !== 'paid' && updated.state === 'paid')
    await recordMovement(context, tx, { kind: 'payment', sourceId: payment.id, amount: payment.amount })
  if (updated.subscriptionId) await onFirstPaymentUpdated(context, tx, updated.subscriptionId, updated)
  else await enqueueWebhook(context, tx, type, payment.id)
  return updated
}

/** The payment id in a client secret; `matchesClientSecret` verifies the secret. */
export function paymentIdOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? ''
}

export function matchesClientSecret({ clientSecret }: Payment, given: string): boolean {
  return timingSafeEquals(clientSecret, given)
}

/** The payment with its refunds and dispute. */
export async function snapshotOf(db: Db, payment: Payment): Promise<PaymentSnapshot> {
  const refunds = await db
    .select()
    .from(sandboxRefunds)
    .where(eq(sandboxRefunds.paymentId, payment.id))
    .orderBy(sandboxRefunds.createdAt, sandboxRefunds.id)
  const [dispute] = await db.select().from(sandboxDisputes).where(eq(sandboxDisputes.paymentId, payment.id))
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
    refunds: refunds.map(snapshotOfRefund),
    dispute: dispute && {
      disputeId: dispute.id,
      amount: dispute.amount,
      state: dispute.state,
      reason: 'fraudulent',
    },
    failure:
      code && message ? { code, message, reference: `${code}/${payment.updatedAt.getTime()}` } : undefined,
  }
}

export function snapshotOfRefund({
  id: refundId,
  paymentId,
  amount,
  state,
}: Pick<typeof sandboxRefunds.$inferSelect, 'id' | 'paymentId' | 'amount' | 'state'>): RefundSnapshot {
  return { refundId, paymentId, amount, state }
}

/** Every numbered test card is a Visa; those that are not named after a country are from the United States. */
function cardOf({ testCard }: Payment): Pick<PaymentSnapshot, 'card'> {
  const number = Object.entries(sandboxCards).find(([, name]) => name === testCard)?.[0]
  if (!number || !/^\d{16}$/.test(number)) return {}
  const country = cardCountries.get(testCard ?? '') ?? 'US'
  return { card: { brand: 'visa', last4: number.slice(-4), country, fingerprint: `card_sbx_${testCard}` } }
}

const cardCountries = new Map([
  ['paid_germany', 'DE'],
  ['paid_japan', 'JP'],
])

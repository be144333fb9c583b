import { and, eq, inArray, isNotNull, lte, or } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { PaymentNotFoundError } from '../../ports/payment-provider.ts'
import { recordMovement } from './balance-transactions.ts'
import { isSandboxId, type SandboxContext } from './context.ts'
import { openDispute } from './disputes.ts'
import { enqueueWebhook } from './events.ts'
import { type Payment, updatePayment } from './payment-store.ts'
import { sandboxPayments, sandboxRefunds } from './schema.ts'

/** Locks the payment until the transaction ends, and applies what is due. Throws PaymentNotFoundError. */
export async function lockPayment(context: SandboxContext, tx: Tx, id: string): Promise<Payment> {
  const isThisPayment = eq(sandboxPayments.id, id)
  const [payment] = isSandboxId('pi', id)
    ? await tx.select().from(sandboxPayments).where(isThisPayment).for('update')
    : []
  if (!payment) throw new PaymentNotFoundError('No such payment')
  return applyDueTransitions(context, tx, payment)
}

/** The payments with a due transition. */
export async function findDuePayments({ db, clock }: SandboxContext): Promise<Array<string>> {
  const now = clock.now()
  const failing = db
    .select({ id: sandboxRefunds.paymentId })
    .from(sandboxRefunds)
    .where(lte(sandboxRefunds.failsAt, now))
  const rows = await db
    .select({ id: sandboxPayments.id })
    .from(sandboxPayments)
    .where(
      or(
        and(eq(sandboxPayments.state, 'processing'), lte(sandboxPayments.succeedsAt, now)),
        and(isNotNull(sandboxPayments.disputeOpensAt), lte(sandboxPayments.disputeOpensAt, now)),
        inArray(sandboxPayments.id, failing),
      ),
    )
  return rows.map(({ id }) => id)
}

/** Applies due transitions: paid after processing, disputed by the bank, a failed refund. */
async function applyDueTransitions(context: SandboxContext, tx: Tx, payment: Payment): Promise<Payment> {
  const now = context.clock.now()
  let current = payment
  if (isSettlementDue(current, now))
    current = await updatePayment(context, tx, current, 'payment.succeeded', {
      state: 'paid',
      succeedsAt: null,
    })
  if (isDisputeDue(current, now)) {
    await openDispute(context, tx, current)
    await tx.update(sandboxPayments).set({ disputeOpensAt: null }).where(eq(sandboxPayments.id, current.id))
    current = { ...current, disputeOpensAt: null }
  }
  if (current.testCard === 'refund_fails') await failRefunds(context, tx, current.id)
  return current
}

async function failRefunds(context: SandboxContext, tx: Tx, paymentId: string): Promise<void> {
  const failed = await tx
    .update(sandboxRefunds)
    .set({ state: 'failed', failsAt: null })
    .where(and(eq(sandboxRefunds.paymentId, paymentId), lte(sandboxRefunds.failsAt, context.clock.now())))
    .returning({ id: sandboxRefunds.id, amount: sandboxRefunds.amount })
  for (const { id: sourceId, amount } of failed) {
    await recordMovement(context, tx, { kind: 'refund', sourceId, amount })
    await enqueueWebhook(context, tx, 'refund.failed', paymentId)
  }
}

function isSettlementDue({ state, succeedsAt }: Payment, now: Date): boolean {
  return state === 'processing' && succeedsAt !== null && succeedsAt <= now
}

function isDisputeDue({ disputeOpensAt }: Payment, now: Date): boolean {
  return disputeOpensAt !== null && disputeOpensAt <= now
}

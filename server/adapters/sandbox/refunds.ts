import { and, eq, ne } from 'drizzle-orm'
import type { MinorUnits } from '../../../contract/money.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Db, Tx } from '../../db/database.ts'
import {
  type DisputeSnapshot,
  RefundDeferredError,
  RefundFailedError,
  type RefundRequest,
  type RefundSnapshot,
} from '../../ports/payment-provider.ts'
import { changeBalance, lockBalance } from './balance.ts'
import { recordMovement } from './balance-transactions.ts'
import { isSandboxId, newSandboxId, type SandboxContext } from './context.ts'
import { findDispute } from './disputes.ts'
import { enqueueWebhook } from './events.ts'
import { type Payment, snapshotOfRefund } from './payment-store.ts'
import { sandboxRefunds } from './schema.ts'
import { simulatedDelaysMs } from './test-cards.ts'
import { lockPayment } from './transitions.ts'

type Refund = typeof sandboxRefunds.$inferSelect

/** Refunds part of a payment, in minor units. Throws RefundFailedError for an amount that cannot be refunded. */
export async function refund(
  context: SandboxContext,
  request: RefundRequest,
  key: string,
): Promise<RefundSnapshot> {
  const { paymentId, amount, reason } = request
  return context.db.transaction(async (tx) => {
    const payment = await lockPayment(context, tx, paymentId)
    const [existing] = await tx.select().from(sandboxRefunds).where(eq(sandboxRefunds.idempotencyKey, key))
    if (existing) return replayIdempotent(existing, request)

    await assertRefundable(tx, payment, amount)
    const available = await lockBalance(tx)
    if (available !== undefined && available < amount)
      throw new RefundDeferredError('You have insufficient funds in your account.', {
        reason: 'balance_insufficient',
      })
    await changeBalance(tx, -amount)
    const createdAt = context.clock.now()
    const failsAt =
      payment.testCard === 'refund_fails'
        ? new Date(createdAt.getTime() + simulatedDelaysMs.refundFails)
        : null
    const row = { id: newSandboxId('re'), idempotencyKey: key, paymentId, amount, reason, failsAt, createdAt }
    await tx.insert(sandboxRefunds).values({ ...row, state: 'succeeded' })
    await recordMovement(context, tx, { kind: 'refund', sourceId: row.id, amount: -amount })
    await enqueueWebhook(context, tx, 'payment.refunded', paymentId)
    return snapshotOfRefund({ ...row, state: 'succeeded' })
  })
}

/** Makes a refund fail at the bank. Throws AppError when it failed before, or does not exist. */
export async function failRefund(context: SandboxContext, refundId: string): Promise<{ done: true }> {
  return context.db.transaction(async (tx) => {
    const [existing] = isSandboxId('re', refundId)
      ? await tx.select().from(sandboxRefunds).where(eq(sandboxRefunds.id, refundId))
      : []
    if (!existing) throw new AppError('not_found', 'We couldn’t find that refund.')
    await lockPayment(context, tx, existing.paymentId)
    const [failed] = await tx
      .update(sandboxRefunds)
      .set({ state: 'failed', failsAt: null })
      .where(and(eq(sandboxRefunds.id, refundId), ne(sandboxRefunds.state, 'failed')))
      .returning()
    if (!failed) throw new AppError('conflict', 'This refund has already failed.')
    await recordMovement(context, tx, { kind: 'refund', sourceId: failed.id, amount: failed.amount })
    await enqueueWebhook(context, tx, 'refund.failed', existing.paymentId)
    return { done: true as const }
  })
}

/** The refundable amount of a payment in minor units. 0 while it is disputed. */
export function refundableAmount(
  payment: Payment,
  refunds: Array<Pick<Refund, 'amount' | 'state'>>,
  dispute: DisputeSnapshot['state'] | undefined,
): MinorUnits {
  if (payment.state !== 'paid') return 0
  if (dispute === 'open' || dispute === 'lost') return 0
  const activeRefunds = refunds.filter(({ state }) => state !== 'failed')
  return activeRefunds.reduce((remaining, { amount }) => remaining - amount, payment.amount)
}

/** The same, computed from the database. */
export async function loadRefundableAmount(db: Db, payment: Payment): Promise<MinorUnits> {
  const refunds = await db.select().from(sandboxRefunds).where(eq(sandboxRefunds.paymentId, payment.id))
  return refundableAmount(payment, refunds, (await findDispute(db, payment.id))?.state)
}

async function assertRefundable(tx: Tx, payment: Payment, amount: number): Promise<void> {
  if (!Number.isSafeInteger(amount) || amount < 1)
    throw new RefundFailedError('Enter a refund amount above zero.')
  if (amount > (await loadRefundableAmount(tx, payment)))
    throw new RefundFailedError('That’s more than is left to refund on this payment.')
}

function replayIdempotent(existing: Refund, request: RefundRequest): RefundSnapshot {
  if (existing.paymentId !== request.paymentId || existing.amount !== request.amount)
    throw new Error('This idempotency key was already used for another refund')
  return snapshotOfRefund(existing)
}

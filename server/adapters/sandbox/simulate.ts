import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { formatDecimal, parseDecimal } from '../../../contract/money.ts'
import type { DisputeAction, SandboxPayment, SandboxWebhookDelivery } from '../../../contract/sandbox.ts'
import { AppError } from '../../../domain/errors.ts'
import { pageSize, paginate } from '../../http/pagination.ts'
import { RefundDeferredError, RefundFailedError } from '../../ports/payment-provider.ts'
import { isSandboxId, type SandboxContext } from './context.ts'
import { allowedActions, applyDisputeAction } from './disputes.ts'
import { findPayment, type Payment } from './payment-store.ts'
import { loadRefundableAmount, refund, refundableAmount } from './refunds.ts'
import { renewDueSubscriptions } from './renewals.ts'
import {
  sandboxClock,
  sandboxDeliveries,
  sandboxDisputes,
  sandboxPayments,
  sandboxRefunds,
} from './schema.ts'
import { testClockNow } from './subscription-store.ts'
import { lockPayment } from './transitions.ts'

const acknowledged = { done: true as const }
const maxOffsetDays = 3_660

/** Refunds a part (a decimal string) or all that is refundable, as at the provider. Throws AppError. */
export async function simulateRefund(context: SandboxContext, id: string, amount?: string) {
  const payment = await requirePayment(context, id)
  const refundable = await loadRefundableAmount(context.db, payment)
  const refundAmount = amount === undefined ? refundable : parseDecimal(amount, payment.currency)
  if (refundable === 0) throw new AppError('conflict', 'There’s nothing left to refund on this payment.')
  if (!refundAmount || refundAmount > refundable) {
    const sentence = `Enter an amount up to ${formatDecimal(refundable, payment.currency)}`
    throw new AppError('invalid_input', sentence, { amount: sentence })
  }
  await refund(
    context,
    { paymentId: id, amount: refundAmount, reason: 'requested' },
    `by-hand/${randomUUID()}`,
  ).catch((error: unknown) => {
    const isRejected = error instanceof RefundFailedError || error instanceof RefundDeferredError
    throw isRejected ? new AppError('conflict', error.message) : error
  })
  return acknowledged
}

/** Applies a bank's action to a payment. Throws AppError when the payment's state does not allow it. */
export async function simulateDispute(context: SandboxContext, id: string, action: DisputeAction) {
  await requirePayment(context, id)
  await context.db.transaction(async (tx) =>
    applyDisputeAction(context, tx, await lockPayment(context, tx, id), action),
  )
  return acknowledged
}

/** Sends the webhooks of a payment again: a millisecond apart, in the given order. */
export async function resendWebhooksOf(context: SandboxContext, id: string, order: 'original' | 'reverse') {
  const { subscriptionId } = await requirePayment(context, id)
  const objectIds = subscriptionId ? [subscriptionId, id] : [id]
  const rows = await context.db
    .select({ id: sandboxDeliveries.id })
    .from(sandboxDeliveries)
    .where(inArray(sandboxDeliveries.objectId, objectIds))
    .orderBy(asc(sandboxDeliveries.createdAt), asc(sandboxDeliveries.id))
  const sequence = order === 'reverse' ? rows.toReversed() : rows
  const firstMs = context.clock.now().getTime() - sequence.length
  for (const [index, row] of sequence.entries()) await reschedule(context, row.id, new Date(firstMs + index))
  return { posted: rows.length }
}

/** Sends one webhook again, by its event id. Throws AppError `not_found`. */
export async function resendWebhook(context: SandboxContext, id: string) {
  const [delivery] = isSandboxId('evt', id) ? await reschedule(context, id, context.clock.now()) : []
  if (!delivery) throw new AppError('not_found', 'We couldn’t find that webhook.')
  return acknowledged
}

export async function getTestClock(context: SandboxContext) {
  const [row] = await context.db.select().from(sandboxClock)
  return { now: (await testClockNow(context.db, context)).toISOString(), daysAhead: row?.offsetDays ?? 0 }
}

/** Throws AppError when the clock would be more than ten years ahead. */
export async function advanceTestClock(context: SandboxContext, days: number) {
  const [updated] = await context.db
    .insert(sandboxClock)
    .values({ id: 1, offsetDays: days })
    .onConflictDoUpdate({
      target: sandboxClock.id,
      set: { offsetDays: sql`${sandboxClock.offsetDays} + ${days}` },
      setWhere: lte(sandboxClock.offsetDays, maxOffsetDays - days),
    })
    .returning()
  if (!updated) throw new AppError('conflict', 'The clock can’t be moved any further.')
  await renewDueSubscriptions(context)
  return getTestClock(context)
}

function reschedule({ db }: SandboxContext, id: string, nextAttemptAt: Date) {
  return db
    .update(sandboxDeliveries)
    .set({ attemptCount: 0, nextAttemptAt, deliveredAt: null })
    .where(eq(sandboxDeliveries.id, id))
    .returning({ id: sandboxDeliveries.id })
}

async function requirePayment({ db }: SandboxContext, id: string): Promise<Payment> {
  const payment = await findPayment(db, id)
  if (!payment) throw new AppError('not_found', 'We couldn’t find that payment.')
  return payment
}

/** The payments, newest first, fifty per page. */
export async function listPayments(
  context: SandboxContext,
  cursor?: string,
): Promise<{ payments: Array<SandboxPayment>; next: string | null }> {
  const { createdAt, id } = sandboxPayments
  const rows = await context.db
    .select()
    .from(sandboxPayments)
    .where(beforeCursor(cursor, createdAt, id))
    .orderBy(desc(createdAt), desc(id))
    .limit(pageSize + 1)
  const { page, next } = paginateById(rows)
  return { payments: await presentPayments(context, page), next }
}

/** The webhooks, newest first, fifty per page. */
export async function listDeliveries(
  { db }: SandboxContext,
  cursor?: string,
): Promise<{ deliveries: Array<SandboxWebhookDelivery>; next: string | null }> {
  const { createdAt, id } = sandboxDeliveries
  const rows = await db
    .select()
    .from(sandboxDeliveries)
    .where(beforeCursor(cursor, createdAt, id))
    .orderBy(desc(createdAt), desc(id))
    .limit(pageSize + 1)
  const { page, next } = paginateById(rows)
  const deliveries = page.map(({ attemptCount, lastResponseStatus, nextAttemptAt, ...row }) => ({
    ...row,
    attempts: attemptCount,
    lastResponse: lastResponseStatus,
    createdAt: row.createdAt.toISOString(),
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  }))
  return { deliveries, next }
}

async function presentPayments(
  context: SandboxContext,
  payments: Array<Payment>,
): Promise<Array<SandboxPayment>> {
  const ids = payments.map(({ id }) => id)
  const refunds = await context.db
    .select()
    .from(sandboxRefunds)
    .where(inArray(sandboxRefunds.paymentId, ids))
    .orderBy(sandboxRefunds.createdAt)
  const disputes = await context.db
    .select()
    .from(sandboxDisputes)
    .where(inArray(sandboxDisputes.paymentId, ids))
  return payments.map((payment) => {
    const paymentRefunds = refunds.filter(({ paymentId }) => paymentId === payment.id)
    const dispute = disputes.find(({ paymentId }) => paymentId === payment.id)
    const toDecimal = (amount: number) => formatDecimal(amount, payment.currency)
    const refundable = refundableAmount(payment, paymentRefunds, dispute?.state)
    return {
      id: payment.id,
      description: payment.description,
      contentId: payment.contentId,
      subscriptionId: payment.subscriptionId,
      amount: toDecimal(payment.amount),
      currency: payment.currency,
      state: payment.state,
      card: payment.testCard,
      email: payment.receiptEmail ?? payment.buyerEmail,
      failure: payment.failureMessage,
      createdAt: payment.createdAt.toISOString(),
      refunds: paymentRefunds.map(({ id, amount, state }) => ({ id, amount: toDecimal(amount), state })),
      dispute: dispute?.state ?? null,
      refundableAmount: refundable > 0 ? toDecimal(refundable) : null,
      allowedActions: allowedActions(payment, dispute?.state),
    }
  })
}

/** There are at most fifty-one rows; the last one only indicates another page. */
function paginateById<R extends { createdAt: Date; id: string }>(
  rows: Array<R>,
): { page: Array<R>; next: string | null } {
  const { page, last } = paginate(rows, pageSize)
  return { page, next: last ? `${last.createdAt.toISOString()}_${last.id}` : null }
}

function beforeCursor(cursor: string | undefined, createdAt: PgColumn, id: PgColumn): SQL | undefined {
  if (!cursor) return undefined
  const [moment = '', ...rest] = cursor.split('_')
  const at = new Date(moment)
  if (Number.isNaN(at.getTime())) throw new AppError('invalid_input', 'Not a valid page')
  return or(lt(createdAt, at), and(eq(createdAt, at), lt(id, rest.join('_'))))
}

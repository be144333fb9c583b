import { and, desc, eq, inArray, lt, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { decimal } from '../../../contract/money.ts'
import type { SandboxDelivery, SandboxPayment } from '../../../contract/sandbox-desk.ts'
import { AppError } from '../../../domain/errors.ts'
import {
  sandboxDeliveries,
  sandboxDisputes,
  sandboxPayments,
  sandboxRefunds,
} from '../../db/schema/sandbox.ts'
import { cutPage, pageRows } from '../../http/paging.ts'
import type { Payment } from './books.ts'
import type { Desk } from './desk.ts'
import { movesOf } from './disputes.ts'
import { leftToRefund } from './refunds.ts'

/** The payments, newest first, fifty at a time. */
export async function listPayments(
  desk: Desk,
  before: string | undefined,
): Promise<{ payments: Array<SandboxPayment>; next: string | null }> {
  const { createdAt, id } = sandboxPayments
  const rows = await desk.db
    .select()
    .from(sandboxPayments)
    .where(olderThan(before, createdAt, id))
    .orderBy(desc(createdAt), desc(id))
    .limit(pageRows + 1)
  const { shown, next } = cut(rows)
  return { payments: await presented(desk, shown), next }
}

/** The webhooks, newest first, fifty at a time. */
export async function listDeliveries(
  { db }: Desk,
  before: string | undefined,
): Promise<{ deliveries: Array<SandboxDelivery>; next: string | null }> {
  const { createdAt, id } = sandboxDeliveries
  const rows = await db
    .select()
    .from(sandboxDeliveries)
    .where(olderThan(before, createdAt, id))
    .orderBy(desc(createdAt), desc(id))
    .limit(pageRows + 1)
  const { shown, next } = cut(rows)
  const deliveries = shown.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    nextTryAt: row.nextTryAt?.toISOString() ?? null,
  }))
  return { deliveries, next }
}

async function presented(desk: Desk, payments: Array<Payment>): Promise<Array<SandboxPayment>> {
  const ids = payments.map(({ id }) => id)
  const refunds = await desk.db
    .select()
    .from(sandboxRefunds)
    .where(inArray(sandboxRefunds.paymentId, ids))
    .orderBy(sandboxRefunds.createdAt)
  const disputes = await desk.db.select().from(sandboxDisputes).where(inArray(sandboxDisputes.paymentId, ids))
  return payments.map((payment) => {
    const mine = refunds.filter(({ paymentId }) => paymentId === payment.id)
    const dispute = disputes.find(({ paymentId }) => paymentId === payment.id)
    const text = (cents: number) => decimal(cents, payment.currency)
    const left = leftToRefund(payment, mine, dispute?.state)
    return {
      id: payment.id,
      description: payment.description,
      contentId: payment.contentId,
      subscriptionId: payment.subscriptionId,
      amount: text(payment.amount),
      currency: payment.currency,
      state: payment.state,
      card: payment.card,
      email: payment.receiptEmail ?? payment.buyerEmail,
      failure: payment.failureMessage,
      createdAt: payment.createdAt.toISOString(),
      refunds: mine.map(({ id, amount, state }) => ({ id, amount: text(amount), state })),
      dispute: dispute?.state ?? null,
      refundable: left > 0 ? text(left) : null,
      moves: movesOf(payment, dispute?.state),
    }
  })
}

/** Rows come fifty-one at the most: the last one only says that there are more. */
function cut<R extends { createdAt: Date; id: string }>(
  rows: Array<R>,
): { shown: Array<R>; next: string | null } {
  const { shown, last } = cutPage(rows, pageRows)
  return { shown, next: last ? `${last.createdAt.toISOString()}_${last.id}` : null }
}

function olderThan(before: string | undefined, createdAt: PgColumn, id: PgColumn): SQL | undefined {
  if (!before) return undefined
  const [moment = '', ...rest] = before.split('_')
  const at = new Date(moment)
  if (Number.isNaN(at.getTime())) throw new AppError('invalid_input', 'Not a valid page')
  return or(lt(createdAt, at), and(eq(createdAt, at), lt(id, rest.join('_'))))
}

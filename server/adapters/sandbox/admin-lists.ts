import { and, desc, eq, inArray, lt, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { formatDecimal } from '../../../contract/money.ts'
import type { SandboxPayment, SandboxWebhookDelivery } from '../../../contract/sandbox-admin.ts'
import { AppError } from '../../../domain/errors.ts'
import { pageSize, paginate } from '../../http/pagination.ts'
import type { SandboxContext } from './context.ts'
import { allowedActions } from './disputes.ts'
import type { Payment } from './payment-store.ts'
import { refundableAmount } from './refunds.ts'
import { sandboxDeliveries, sandboxDisputes, sandboxPayments, sandboxRefunds } from './schema.ts'

/** The payments, newest first, fifty per page. */
export async function listPayments(
  context: SandboxContext,
  cursor: string | undefined,
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
  cursor: string | undefined,
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

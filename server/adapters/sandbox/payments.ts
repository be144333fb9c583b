import { eq, or, placeholder, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { limits } from '../../../contract/limits.ts'
import { coalescePerPool } from '../../db/coalesce.ts'
import type { Db } from '../../db/database.ts'
import { preparedSql } from '../../db/prepared-query.ts'
import {
  PaymentNotFoundError,
  type PaymentRequest,
  type PaymentSnapshot,
} from '../../ports/payment-provider.ts'
import { newClientSecret, newSandboxId, type SandboxContext } from './context.ts'
import { findPayment, type Payment, snapshotIn, snapshotOf, updatePayment } from './payment-store.ts'
import { sandboxPayments } from './schema.ts'
import { hasDueTransition, lockPayment } from './transitions.ts'

/** In minor units. */
export const chargeLimits = { min: 1, max: limits.maxPriceAmount }

export async function createPayment(context: SandboxContext, request: PaymentRequest, key: string) {
  assertChargeable(context, request)
  const id = newSandboxId('pi')
  const now = context.clock.now()
  const { buyerEmail, ...order } = request
  const inserted = await insertPayment(context.db, {
    ...{ ...order, id, idempotencyKey: key, clientSecret: newClientSecret(id), state: 'open' },
    ...{ buyerEmail: buyerEmail || null, createdAt: now, updatedAt: now },
  })

  const existing = inserted ?? (await findPaymentByKey(context, key))
  if (!existing || !isSameRequest(existing, request))
    throw new Error('This idempotency key was already used for another payment')
  return { paymentId: existing.id, clientSecret: existing.clientSecret }
}

type NewPayment = Pick<Payment, (typeof newPaymentColumns)[number]>
const newPaymentColumns = [
  ...(['id', 'idempotencyKey', 'clientSecret', 'checkoutId', 'contentId', 'amount', 'currency'] as const),
  ...(['description', 'buyerEmail', 'state', 'createdAt', 'updatedAt'] as const),
]

/** Undefined when the idempotency key is taken. Concurrent callers share a statement and a commit. */
const insertPayment = coalescePerPool(async (db: Db, payments: Array<NewPayment>) => {
  const records = payments.map((payment) =>
    Object.fromEntries(newPaymentColumns.map((name) => [sandboxPayments[name].name, payment[name]])),
  )
  const { rows } = await insertPaymentRecords(db, { records: JSON.stringify(records) })
  const inserted = new Set(rows.map(({ id }) => id))
  return payments.map((payment) => (inserted.has(payment.id) ? payment : undefined))
})

const columns = sql.raw(newPaymentColumns.map((name) => sandboxPayments[name].name).join(', '))
const insertPaymentRecords = preparedSql<{ id: string }>(
  'insert_sandbox_payments',
  sql`insert into ${sandboxPayments} (${columns})
    select ${columns} from json_populate_recordset(null::${sandboxPayments}, ${placeholder('records')}::json)
    on conflict (idempotency_key) do nothing returning id`,
)

async function findPaymentByKey({ db }: SandboxContext, key: string): Promise<Payment | undefined> {
  const [row] = await db.select().from(sandboxPayments).where(eq(sandboxPayments.idempotencyKey, key))
  return row
}

export async function getPayment(context: SandboxContext, id: string): Promise<PaymentSnapshot> {
  const stored = await findPayment(context.db, id)
  if (!stored) throw new PaymentNotFoundError('No such payment')
  if (!(await hasDueTransition(context, stored.payment))) return snapshotOf(stored)
  return context.db.transaction(async (tx) => snapshotIn(tx, await lockPayment(context, tx, id)))
}

/** A processing payment cannot be canceled: it is returned unchanged. */
export async function cancelPayment(context: SandboxContext, id: string): Promise<PaymentSnapshot> {
  return context.db.transaction(async (tx) => {
    const payment = await lockPayment(context, tx, id)
    if (payment.state !== 'open' && payment.state !== 'action_required') return snapshotIn(tx, payment)
    return snapshotIn(
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

function isSameRequest(existing: NewPayment, request: PaymentRequest): boolean {
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

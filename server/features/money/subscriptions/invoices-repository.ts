import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/database.ts'
import { invoiceReversals, invoices } from '../../../db/schema/index.ts'

export type InvoiceRow = typeof invoices.$inferSelect
export type ReversalRow = typeof invoiceReversals.$inferSelect

/** Which of these invoices of the provider are stored. */
export async function selectKnownInvoices(
  db: Db,
  provider: string,
  providerInvoiceIds: Array<string>,
): Promise<Set<string>> {
  if (providerInvoiceIds.length === 0) return new Set()
  const rows = await db
    .select({ id: invoices.providerInvoiceId })
    .from(invoices)
    .where(and(eq(invoices.provider, provider), inArray(invoices.providerInvoiceId, providerInvoiceIds)))
  return new Set(rows.map(({ id }) => id))
}

/** Inserts an invoice; undefined when it exists already. */
export async function insertInvoice(tx: Tx, row: typeof invoices.$inferInsert) {
  const [inserted] = await tx.insert(invoices).values(row).onConflictDoNothing().returning()
  return inserted
}

/** Counts a reading of a payment at the provider; undefined when it is not one of Pro. */
export async function nextPaymentRequest(
  db: Db,
  provider: string,
  paymentId: string,
): Promise<InvoiceRow | undefined> {
  const [row] = await db
    .update(invoices)
    .set({ lastRequestSeq: sql`${invoices.lastRequestSeq} + 1` })
    .where(and(eq(invoices.provider, provider), eq(invoices.providerPaymentId, paymentId)))
    .returning()
  return row
}

export async function lockInvoice(tx: Tx, id: number): Promise<InvoiceRow> {
  const [row] = await tx.select().from(invoices).where(eq(invoices.id, id)).for('update')
  if (!row) throw new Error(`Invoice ${id} does not exist`)
  return row
}

/** The refunds and disputes of an invoice, oldest first. */
export function selectReversals(db: Db, invoiceId: number): Promise<Array<ReversalRow>> {
  return db
    .select()
    .from(invoiceReversals)
    .where(eq(invoiceReversals.invoiceId, invoiceId))
    .orderBy(asc(invoiceReversals.id))
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const weekMs = 7 * dayMs
const yearMs = 365 * dayMs

/** Payments whose fee is not known yet, an hour after they were read, for a week. */
export async function selectPaymentsWithoutFee(db: Db, now: Date, limit: number): Promise<Array<string>> {
  const rows = await db
    .select({ paymentId: invoices.providerPaymentId })
    .from(invoices)
    .where(
      and(
        isNull(invoices.providerFeeAmount),
        isNotNull(invoices.providerPaymentId),
        gt(invoices.paidAt, new Date(now.getTime() - weekMs)),
        lte(invoices.readAt, new Date(now.getTime() - hourMs)),
      ),
    )
    .orderBy(asc(invoices.readAt))
    .limit(limit)
  return rows.flatMap(({ paymentId }) => paymentId ?? [])
}

/**
 * Invoices without a payment whose turn it is to be asked about, and counts them as read: an hour after the last time for a week,
 * then daily for a year. One that was never asked about is asked about once at any age.
 */
export function claimInvoicesWithoutPayment(
  db: Db,
  provider: string,
  now: Date,
  limit: number,
): Promise<Array<InvoiceRow>> {
  const { id, paidAt, readAt, providerPaymentId } = invoices
  const before = (ms: number) => new Date(now.getTime() - ms)
  const due = db
    .select({ id })
    .from(invoices)
    .where(
      and(
        eq(invoices.provider, provider),
        isNull(providerPaymentId),
        or(
          isNull(readAt),
          and(gt(paidAt, before(weekMs)), lte(readAt, before(hourMs))),
          and(gt(paidAt, before(yearMs)), lte(readAt, before(dayMs))),
        ),
      ),
    )
    .orderBy(sql`${readAt} nulls first`, asc(id))
    .limit(limit)
    .for('update', { skipLocked: true })
  return db.update(invoices).set({ readAt: now }).where(inArray(id, due)).returning()
}

/** Refunds that we asked for and that are due at the provider. */
export function selectDueRefunds(db: Db, now: Date, limit: number): Promise<Array<ReversalRow>> {
  const { state, nextAttemptAt, id } = invoiceReversals
  return db
    .select()
    .from(invoiceReversals)
    .where(and(eq(state, 'requested'), or(isNull(nextAttemptAt), lte(nextAttemptAt, now))))
    .orderBy(asc(id))
    .limit(limit)
}

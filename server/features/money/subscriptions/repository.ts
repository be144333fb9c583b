import { and, desc, eq, inArray, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { findRow } from '../../../db/rows.ts'
import { invoices, subscriptions, users } from '../../../db/schema/index.ts'
import type { InvoiceRow } from './invoices-repository.ts'

export type SubscriptionRow = typeof subscriptions.$inferSelect

export async function findSubscription(db: Db, id: number): Promise<SubscriptionRow> {
  const row = await findRow(db, subscriptions, { id })
  if (!row) throw new Error(`Subscription ${id} does not exist`)
  return row
}

/** The user's current subscription, of which there is at most one. */
export async function findCurrentSubscription(db: Db, userId: string): Promise<SubscriptionRow | undefined> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), ne(subscriptions.state, 'canceled')))
  return row
}

export async function findLatestSubscription(db: Db, userId: string): Promise<SubscriptionRow | undefined> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(desc(subscriptions.sequenceNumber))
    .limit(1)
  return row
}

/** Increments and returns the number of the last request to the provider. Undefined for an unknown subscription. */
export async function nextRequestSeq(db: Db, provider: string, providerId: string) {
  const [row] = await db
    .update(subscriptions)
    .set({ lastRequestSeq: sql`${subscriptions.lastRequestSeq} + 1` })
    .where(and(eq(subscriptions.provider, provider), eq(subscriptions.providerSubscriptionId, providerId)))
    .returning({ lastRequestSeq: subscriptions.lastRequestSeq })
  return row?.lastRequestSeq
}

export async function findSubscriptionOwner(db: Db, provider: string, providerId: string) {
  const row = await findRow(db, subscriptions, { provider, providerSubscriptionId: providerId })
  return row?.userId
}

/** Locks the subscription's row until the transaction ends. Throws when it does not exist. */
export async function lockSubscription(tx: Tx, provider: string, providerId: string) {
  const [row] = await tx
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.provider, provider), eq(subscriptions.providerSubscriptionId, providerId)))
    .for('update')
  if (!row) throw new Error(`Subscription ${providerId} does not exist`)
  return row
}

type Started = Pick<SubscriptionRow, 'priceSource' | 'monthlyPrice' | 'priceCurrency'>

export async function setProviderSubscriptionId(
  db: Db,
  id: number,
  { providerSubscriptionId, ...started }: { providerSubscriptionId: string } & Partial<Started>,
) {
  await db
    .update(subscriptions)
    .set({ providerSubscriptionId, ...started })
    .where(and(eq(subscriptions.id, id), isNull(subscriptions.providerSubscriptionId)))
}

export async function selectInvoices(db: Db, userId: string): Promise<Array<InvoiceRow>> {
  const rows = await db
    .select({ invoice: invoices })
    .from(invoices)
    .innerJoin(subscriptions, eq(invoices.subscriptionId, subscriptions.id))
    .where(eq(subscriptions.userId, userId))
    .orderBy(desc(invoices.paidAt))
    .limit(limits.maxListed.invoices)
  return rows.map(({ invoice }) => invoice)
}

/** Sets a user's plan; writes nothing when it is unchanged. */
export async function setPlan(tx: Tx, userId: string, plan: 'creator' | 'pro'): Promise<void> {
  await tx
    .update(users)
    .set({ plan })
    .where(and(eq(users.id, userId), ne(users.plan, plan)))
}

/** The time in which no other process checks a claimed subscription. */
const claimMs = 10 * 60_000

/** Claims at most `limit` subscriptions that are due. */
export async function claimDueSubscriptions(db: Db, now: Date, limit: number) {
  const due = db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(lte(subscriptions.nextCheckAt, now))
    .orderBy(subscriptions.nextCheckAt)
    .limit(limit)
    .for('update', { skipLocked: true })
  return db
    .update(subscriptions)
    .set({ nextCheckAt: new Date(now.getTime() + claimMs), checkCount: sql`${subscriptions.checkCount} + 1` })
    .where(inArray(subscriptions.id, due))
    .returning()
}

/** Those that were ended before their time, and that the provider has not ended yet. */
export async function selectEndingSubscriptions(db: Db): Promise<Array<SubscriptionRow>> {
  return db
    .select()
    .from(subscriptions)
    .where(and(isNotNull(subscriptions.endReason), ne(subscriptions.state, 'canceled')))
}

export async function selectOrphanedSubscriptions(db: Db): Promise<Array<SubscriptionRow>> {
  const rows = await db
    .select({ subscription: subscriptions })
    .from(subscriptions)
    .innerJoin(users, eq(subscriptions.userId, users.id))
    .where(
      and(
        sql`${users.deletedAt} is not null`,
        inArray(subscriptions.state, ['active', 'past_due']),
        eq(subscriptions.cancelAtPeriodEnd, false),
      ),
    )
  return rows.map(({ subscription }) => subscription)
}

import { and, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { SupporterNote } from '../../../contract/supporter-note.ts'
import type { Db, Tx } from '../../db/database.ts'
import { checkouts } from '../../db/schema/index.ts'

export type CheckoutRow = typeof checkouts.$inferSelect

/** Two tabs of one browser asking for the same item are answered one after the other. Held until the transaction ends. */
export async function lockBuyerCheckout(
  tx: Tx,
  { buyerCookieHash, contentId }: { buyerCookieHash: string; contentId: number },
): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`${buyerCookieHash}/${contentId}`}, 0))`,
  )
}

type CheckoutIdentity = Pick<
  CheckoutRow,
  'buyerCookieHash' | 'contentId' | 'amount' | 'currency' | 'provider'
>

/** An open attempt for the very same thing, to be paid instead of a new one. */
export async function findReusableCheckout(
  db: Db,
  same: CheckoutIdentity,
  now: Date,
): Promise<CheckoutRow | undefined> {
  const [row] = await db
    .select()
    .from(checkouts)
    .where(
      and(
        eq(checkouts.buyerCookieHash, same.buyerCookieHash),
        eq(checkouts.contentId, same.contentId),
        eq(checkouts.amount, same.amount),
        eq(checkouts.currency, same.currency),
        eq(checkouts.provider, same.provider),
        eq(checkouts.state, 'open'),
        gt(checkouts.expiresAt, now),
      ),
    )
    .orderBy(desc(checkouts.createdAt))
    .limit(1)
  return row
}

export async function insertCheckout(tx: Tx, attempt: typeof checkouts.$inferInsert): Promise<CheckoutRow> {
  const [row] = await tx.insert(checkouts).values(attempt).returning()
  if (!row) throw new Error('An attempt was not kept')
  return row
}

/** What the buyer says now goes with the attempt they had already; saying nothing takes nothing back. */
export async function updateSupporterNote(
  tx: Tx,
  attempt: CheckoutRow,
  { buyerEmail, source, ...words }: SupporterNote & { buyerEmail: string },
): Promise<CheckoutRow> {
  const hasSupporterNote = words.supporterName !== '' || words.supporterMessage !== ''
  const change = {
    ...(buyerEmail && { buyerEmail }),
    ...(source && { utmParameters: source }),
    ...(hasSupporterNote && words),
  }
  if (Object.keys(change).length === 0) return attempt
  await tx.update(checkouts).set(change).where(eq(checkouts.id, attempt.id))
  return { ...attempt, ...change }
}

export async function setProviderPayment(
  db: Db,
  id: number,
  { paymentId, clientSecret }: { paymentId: string; clientSecret: string },
): Promise<void> {
  await db
    .update(checkouts)
    .set({ providerPaymentId: paymentId, clientSecretEncrypted: clientSecret })
    .where(eq(checkouts.id, id))
}

export async function updateBuyerEmail(tx: Tx, id: number, buyerEmail: string): Promise<void> {
  await tx.update(checkouts).set({ buyerEmail }).where(eq(checkouts.id, id))
}

export async function attemptById(db: Db, id: number): Promise<CheckoutRow | undefined> {
  const [row] = await db.select().from(checkouts).where(eq(checkouts.id, id))
  return row
}

export async function findCheckoutByPayment(
  db: Db,
  provider: string,
  paymentId: string,
): Promise<CheckoutRow | undefined> {
  const [row] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.provider, provider), eq(checkouts.providerPaymentId, paymentId)))
    .prepare('attempt_by_payment')
    .execute()
  return row
}

/** This browser's attempts at an item, newest first. */
export async function selectBuyerCheckouts(
  db: Db,
  { buyerCookieHash, contentId }: { buyerCookieHash: string; contentId: number },
) {
  return db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.buyerCookieHash, buyerCookieHash), eq(checkouts.contentId, contentId)))
    .orderBy(desc(checkouts.createdAt), desc(checkouts.id))
    .limit(20)
}

/**
 * The attempt behind a payment, locked. A crash may have come between the provider's answer and our note of it: then
 * the provider names the attempt, and the payment is attached now.
 */
export async function lockCheckoutByPayment(
  tx: Tx,
  {
    provider,
    paymentId,
    checkoutId,
  }: { provider: string; paymentId: string; checkoutId: string | undefined },
): Promise<CheckoutRow | undefined> {
  const [known] = await tx
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.provider, provider), eq(checkouts.providerPaymentId, paymentId)))
    .for('update')
    .prepare('attempt_by_payment_locked')
    .execute()
  if (known || !checkoutId || !/^\d{1,15}$/.test(checkoutId)) return known

  const [attached] = await tx
    .update(checkouts)
    .set({ providerPaymentId: paymentId })
    .where(
      and(
        eq(checkouts.id, Number(checkoutId)),
        eq(checkouts.provider, provider),
        isNull(checkouts.providerPaymentId),
      ),
    )
    .returning()
  return attached
}

export async function updateCheckout(
  tx: Db,
  id: number,
  change: Partial<Pick<CheckoutRow, 'state' | 'nextCheckAt' | 'checkCount'>>,
) {
  await tx.update(checkouts).set(change).where(eq(checkouts.id, id))
}

/** Somebody has the card form before them: the sweeper, which had backed off, looks again soon. */
export async function scheduleCheckSoon(
  db: Db,
  { id, nextCheckAt, state }: CheckoutRow,
  soon: Date,
): Promise<void> {
  if (state !== 'open' || (nextCheckAt && nextCheckAt <= soon)) return
  await updateCheckout(db, id, { nextCheckAt: soon })
}

/** Nobody should pay for what was taken off sale: its open attempts are looked at at once. */
const isContentDeleted = sql`exists (
  select from content_items where content_items.id = ${checkouts.contentId} and content_items.deleted_at is not null
)`

/** Milliseconds in which somebody who came to pay is likely to do it: so long the sweeper does not back off. */
const activeCheckoutWindowMs = 15 * 60_000

/**
 * Takes the attempts the sweeper should look at now and says when it looks again: soon while its buyer is likely to pay,
 * so that a payment whose every webhook is lost is found within the 120 seconds of product.md; then 2 minutes doubling to
 * a day, for 90 days. Taken in one statement, so several processes share the work and a crash only delays it.
 */
export async function claimDueCheckouts(db: Db, now: Date, limit: number): Promise<Array<CheckoutRow>> {
  const due = db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(or(lte(checkouts.nextCheckAt, now), and(eq(checkouts.state, 'open'), isContentDeleted)))
    .orderBy(checkouts.nextCheckAt)
    .limit(limit)
    .for('update', { skipLocked: true })
  const isFresh = sql`${checkouts.createdAt} > ${new Date(now.getTime() - activeCheckoutWindowMs)}::timestamptz`
  const nextDelay = sql`case when ${isFresh} then interval '90 seconds'
    else least(interval '2 minutes' * power(2, greatest(${checkouts.checkCount} - 8, 0)), interval '1 day') end`
  return db
    .update(checkouts)
    .set({
      checkCount: sql`${checkouts.checkCount} + 1`,
      nextCheckAt: sql`case when ${checkouts.createdAt} > ${now}::timestamptz - interval '90 days' then ${now}::timestamptz + ${nextDelay} end`,
    })
    .where(inArray(checkouts.id, due))
    .returning()
}

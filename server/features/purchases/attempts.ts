import { and, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { PurchaseNote } from '../../../contract/purchases.ts'
import type { Db, Tx } from '../../db/database.ts'
import { attempts } from '../../db/schema/index.ts'

export type AttemptRow = typeof attempts.$inferSelect

/** Two tabs of one browser asking for the same item are answered one after the other. Held until the transaction ends. */
export async function lockBrowser(
  tx: Tx,
  { browser, contentId }: { browser: string; contentId: number },
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${browser}/${contentId}`}, 0))`)
}

type Same = Pick<AttemptRow, 'browser' | 'contentId' | 'amount' | 'currency' | 'provider'>

/** An open attempt for the very same thing, to be paid instead of a new one. */
export async function openAttempt(db: Db, same: Same, now: Date): Promise<AttemptRow | undefined> {
  const [row] = await db
    .select()
    .from(attempts)
    .where(
      and(
        eq(attempts.browser, same.browser),
        eq(attempts.contentId, same.contentId),
        eq(attempts.amount, same.amount),
        eq(attempts.currency, same.currency),
        eq(attempts.provider, same.provider),
        eq(attempts.state, 'open'),
        gt(attempts.expiresAt, now),
      ),
    )
    .orderBy(desc(attempts.createdAt))
    .limit(1)
  return row
}

export async function insertAttempt(tx: Tx, attempt: typeof attempts.$inferInsert): Promise<AttemptRow> {
  const [row] = await tx.insert(attempts).values(attempt).returning()
  if (!row) throw new Error('An attempt was not kept')
  return row
}

/** What the buyer says now goes with the attempt they had already; saying nothing takes nothing back. */
export async function renewAttempt(
  tx: Tx,
  attempt: AttemptRow,
  { buyerEmail, source, ...words }: PurchaseNote & { buyerEmail: string },
): Promise<AttemptRow> {
  const saysSomething = words.supporterName !== '' || words.supporterMessage !== ''
  const change = {
    ...(buyerEmail && { buyerEmail }),
    ...(source && { source }),
    ...(saysSomething && words),
  }
  if (Object.keys(change).length === 0) return attempt
  await tx.update(attempts).set(change).where(eq(attempts.id, attempt.id))
  return { ...attempt, ...change }
}

export async function attachPayment(
  db: Db,
  id: number,
  { paymentId, clientSecret }: { paymentId: string; clientSecret: string },
): Promise<void> {
  await db.update(attempts).set({ providerPaymentId: paymentId, clientSecret }).where(eq(attempts.id, id))
}

export async function updateBuyerEmail(tx: Tx, id: number, buyerEmail: string): Promise<void> {
  await tx.update(attempts).set({ buyerEmail }).where(eq(attempts.id, id))
}

export async function attemptById(db: Db, id: number): Promise<AttemptRow | undefined> {
  const [row] = await db.select().from(attempts).where(eq(attempts.id, id))
  return row
}

export async function attemptByPayment(
  db: Db,
  provider: string,
  paymentId: string,
): Promise<AttemptRow | undefined> {
  const [row] = await db
    .select()
    .from(attempts)
    .where(and(eq(attempts.provider, provider), eq(attempts.providerPaymentId, paymentId)))
    .prepare('attempt_by_payment')
    .execute()
  return row
}

/** This browser's attempts at an item, newest first. */
export async function attemptsOf(db: Db, { browser, contentId }: { browser: string; contentId: number }) {
  return db
    .select()
    .from(attempts)
    .where(and(eq(attempts.browser, browser), eq(attempts.contentId, contentId)))
    .orderBy(desc(attempts.createdAt), desc(attempts.id))
    .limit(20)
}

/**
 * The attempt behind a payment, locked. A crash may have come between the provider's answer and our note of it: then
 * the provider names the attempt, and the payment is attached now.
 */
export async function lockAttempt(
  tx: Tx,
  { provider, paymentId, attemptId }: { provider: string; paymentId: string; attemptId: string | undefined },
): Promise<AttemptRow | undefined> {
  const [known] = await tx
    .select()
    .from(attempts)
    .where(and(eq(attempts.provider, provider), eq(attempts.providerPaymentId, paymentId)))
    .for('update')
    .prepare('attempt_by_payment_locked')
    .execute()
  if (known || !attemptId || !/^\d{1,15}$/.test(attemptId)) return known

  const [unattached] = await tx
    .update(attempts)
    .set({ providerPaymentId: paymentId })
    .where(
      and(
        eq(attempts.id, Number(attemptId)),
        eq(attempts.provider, provider),
        isNull(attempts.providerPaymentId),
      ),
    )
    .returning()
  return unattached
}

export async function changeAttempt(
  tx: Db,
  id: number,
  change: Partial<Pick<AttemptRow, 'state' | 'nextCheckAt' | 'checks'>>,
) {
  await tx.update(attempts).set(change).where(eq(attempts.id, id))
}

/** Somebody has the card form before them: the sweeper, which had backed off, looks again soon. */
export async function expectSoon(db: Db, { id, nextCheckAt, state }: AttemptRow, soon: Date): Promise<void> {
  if (state !== 'open' || (nextCheckAt && nextCheckAt <= soon)) return
  await changeAttempt(db, id, { nextCheckAt: soon })
}

/** Nobody should pay for what was taken off sale: its open attempts are looked at at once. */
const noLongerSold = sql`exists (
  select from contents where contents.id = ${attempts.contentId} and contents.deleted_at is not null
)`

/** Milliseconds in which somebody who came to pay is likely to do it: so long the sweeper does not back off. */
const likely = 15 * 60_000

/**
 * Takes the attempts the sweeper should look at now and says when it looks again: soon while its buyer is likely to pay,
 * so that a payment whose every webhook is lost is found within the 120 seconds of product.md; then 2 minutes doubling to
 * a day, for 90 days. Taken in one statement, so several processes share the work and a crash only delays it.
 */
export async function claimDueAttempts(db: Db, now: Date, most: number): Promise<Array<AttemptRow>> {
  const due = db
    .select({ id: attempts.id })
    .from(attempts)
    .where(or(lte(attempts.nextCheckAt, now), and(eq(attempts.state, 'open'), noLongerSold)))
    .orderBy(attempts.nextCheckAt)
    .limit(most)
    .for('update', { skipLocked: true })
  const isFresh = sql`${attempts.createdAt} > ${new Date(now.getTime() - likely)}::timestamptz`
  const wait = sql`case when ${isFresh} then interval '90 seconds'
    else least(interval '2 minutes' * power(2, greatest(${attempts.checks} - 8, 0)), interval '1 day') end`
  return db
    .update(attempts)
    .set({
      checks: sql`${attempts.checks} + 1`,
      nextCheckAt: sql`case when ${attempts.createdAt} > ${now}::timestamptz - interval '90 days' then ${now}::timestamptz + ${wait} end`,
    })
    .where(inArray(attempts.id, due))
    .returning()
}

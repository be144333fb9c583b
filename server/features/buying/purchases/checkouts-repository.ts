import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, or, placeholder, sql } from 'drizzle-orm'
import type { SupporterNote } from '../../../../contract/checkout.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { preparedQuery } from '../../../db/prepared-query.ts'
import { insertRows, updateRow } from '../../../db/rows.ts'
import { checkouts } from '../../../db/schema/index.ts'

export type CheckoutRow = typeof checkouts.$inferSelect

/** Serializes requests of one browser for the same item. Held until the transaction ends. */
export async function lockBuyerCheckout(
  tx: Tx,
  { buyerCookieHash, contentId }: { buyerCookieHash: string; contentId: number },
): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`${buyerCookieHash}/${contentId}`}, 0))`,
  )
}

type CheckoutTerms = Pick<
  CheckoutRow,
  | 'buyerCookieHash'
  | 'contentId'
  | 'amount'
  | 'tipAmount'
  | 'discountId'
  | 'ownedContentIds'
  | 'currency'
  | 'provider'
  | 'promisedReleaseAt'
>

/** An open checkout with the same terms, to be reused. */
export async function findReusableCheckout(db: Db, terms: CheckoutTerms, now: Date) {
  const [row] = await db
    .select()
    .from(checkouts)
    .where(
      and(
        eq(checkouts.buyerCookieHash, terms.buyerCookieHash),
        eq(checkouts.contentId, terms.contentId),
        eq(checkouts.amount, terms.amount),
        eq(checkouts.tipAmount, terms.tipAmount),
        terms.discountId === null ? isNull(checkouts.discountId) : eq(checkouts.discountId, terms.discountId),
        eq(checkouts.ownedContentIds, terms.ownedContentIds),
        eq(checkouts.currency, terms.currency),
        eq(checkouts.provider, terms.provider),
        terms.promisedReleaseAt === null
          ? isNull(checkouts.promisedReleaseAt)
          : eq(checkouts.promisedReleaseAt, terms.promisedReleaseAt),
        eq(checkouts.state, 'open'),
        gt(checkouts.expiresAt, now),
      ),
    )
    .orderBy(desc(checkouts.createdAt))
    .limit(1)
  return row
}

export async function insertCheckout(db: Db, checkout: typeof checkouts.$inferInsert): Promise<CheckoutRow> {
  const [row] = await insertRows(db, checkouts, [checkout])
  return row
}

/** A new message is stored on the existing checkout; an empty one removes nothing. */
export async function updateSupporterNote(
  tx: Tx,
  checkout: CheckoutRow,
  { buyerEmail, source, ...note }: SupporterNote & { buyerEmail: string },
): Promise<CheckoutRow> {
  const hasSupporterNote = note.supporterName !== '' || note.supporterMessage !== ''
  const change = {
    ...(buyerEmail && { buyerEmail }),
    ...(source && { utmParameters: source }),
    ...(hasSupporterNote && note),
  }
  if (Object.keys(change).length === 0) return checkout
  return (await updateRow(tx, checkouts, { id: checkout.id }, change)) ?? checkout
}

export async function setProviderPayment(
  db: Db,
  id: number,
  { paymentId, clientSecretEncrypted }: { paymentId: string; clientSecretEncrypted: string },
): Promise<void> {
  await updateRow(db, checkouts, { id }, { providerPaymentId: paymentId, clientSecretEncrypted })
}

const hasPayment = and(
  eq(checkouts.provider, placeholder('provider')),
  eq(checkouts.providerPaymentId, placeholder('paymentId')),
)
const lockedCheckoutByPayment = preparedQuery('lock_checkout_by_payment', (db) =>
  db.select().from(checkouts).where(hasPayment).for('update'),
)

export async function selectBuyerCheckouts(
  db: Db,
  { buyerCookieHash, contentId }: { buyerCookieHash: string; contentId: number },
): Promise<Array<CheckoutRow>> {
  return db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.buyerCookieHash, buyerCookieHash), eq(checkouts.contentId, contentId)))
    .orderBy(desc(checkouts.createdAt), desc(checkouts.id))
    .limit(20)
}

/**
 * The checkout of a payment, locked. After a crash between the provider's response and our update, the payment's
 * metadata names the checkout, and the payment is attached now.
 */
export async function lockCheckoutByPayment(
  tx: Tx,
  {
    provider,
    paymentId,
    checkoutId,
  }: { provider: string; paymentId: string; checkoutId: string | undefined },
): Promise<CheckoutRow | undefined> {
  const [known] = await lockedCheckoutByPayment(tx, { provider, paymentId })
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
  await updateRow(tx, checkouts, { id }, change)
}

/** The buyer has the card form open, so the sweep checks again soon. */
export async function scheduleCheckSoon(db: Db, { id, nextCheckAt, state }: CheckoutRow, at: Date) {
  if (state !== 'open' || (nextCheckAt && nextCheckAt <= at)) return
  await updateCheckout(db, id, { nextCheckAt: at })
}

/** Open checkouts of deleted items are due at once, so that no one pays for them. All are checked for 90 days. */
const isContentDeleted = sql`exists (
  select from content_items where content_items.id = ${checkouts.contentId} and content_items.deleted_at is not null
)`

/** The time in which a buyer is likely to pay; the sweep does not back off until then. */
const activeCheckoutWindowMs = 15 * 60_000

/**
 * Claims due checkouts for the sweep and schedules their next check: soon while the buyer is likely to pay, so that a
 * payment without webhooks is found within the 120 seconds of product.md; then 2 minutes doubling to a day, for 90
 * days. A single statement, so that several processes share the work and a crash only delays it.
 */
export async function claimDueCheckouts(db: Db, now: Date, limit: number): Promise<Array<CheckoutRow>> {
  const due = db
    .select({ id: checkouts.id })
    .from(checkouts)
    // The first condition is that of the index of due checkouts: without it, each sweep would read all checkouts.
    .where(
      and(
        isNotNull(checkouts.nextCheckAt),
        or(lte(checkouts.nextCheckAt, now), and(eq(checkouts.state, 'open'), isContentDeleted)),
      ),
    )
    .orderBy(checkouts.nextCheckAt)
    .limit(limit)
    .for('update', { skipLocked: true })
  const isRecent = sql`${checkouts.createdAt} > ${new Date(now.getTime() - activeCheckoutWindowMs)}::timestamptz`
  const nextDelay = sql`case when ${isRecent} then interval '90 seconds'
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

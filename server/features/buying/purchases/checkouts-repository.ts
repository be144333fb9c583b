import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, or, placeholder, sql } from 'drizzle-orm'
import type { SupporterNote } from '../../../../contract/supporter-note.ts'
import { asynchronousCommit } from '../../../db/asynchronous-commit.ts'
import { coalescePerPool } from '../../../db/coalesce.ts'
import type { Db, Tx } from '../../../db/database.ts'
import {
  arrayPlaceholder,
  columnsOf,
  placeholders,
  preparedQuery,
  preparedSql,
} from '../../../db/prepared-query.ts'
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

type CheckoutTerms = Pick<CheckoutRow, 'buyerCookieHash' | 'contentId' | 'amount' | 'currency' | 'provider'>

/** An open checkout with the same terms, to be reused. */
export async function findReusableCheckout(
  db: Db,
  terms: CheckoutTerms,
  now: Date,
): Promise<CheckoutRow | undefined> {
  const [row] = await reusableCheckout(db, { ...terms, now })
  return row
}

const reusableCheckout = preparedQuery('find_reusable_checkout', (db) =>
  db
    .select()
    .from(checkouts)
    .where(
      and(
        eq(checkouts.buyerCookieHash, placeholder('buyerCookieHash')),
        eq(checkouts.contentId, placeholder('contentId')),
        eq(checkouts.amount, placeholder('amount')),
        eq(checkouts.currency, placeholder('currency')),
        eq(checkouts.provider, placeholder('provider')),
        eq(checkouts.state, 'open'),
        gt(checkouts.expiresAt, placeholder('now')),
      ),
    )
    .orderBy(desc(checkouts.createdAt))
    .limit(1),
)

/** The columns of a new, open checkout. The others have their defaults. */
const newCheckoutColumns = [
  ...(['contentId', 'creatorId', 'listAmount', 'discountAmount', 'amount', 'currency'] as const),
  ...(['platformFeeBps', 'description'] as const),
  ...(['contentVersion', 'buyerCookieHash', 'buyerEmail', 'ipHash', 'supporterName'] as const),
  ...(['supporterMessage', 'isSupporterPrivate', 'utmParameters', 'provider', 'mode', 'state'] as const),
  ...(['taxKind', 'createdAt', 'expiresAt', 'nextCheckAt'] as const),
]
type NewCheckout = { [Column in (typeof newCheckoutColumns)[number]]: NonNullable<CheckoutRow[Column]> }

const newCheckoutDbColumns = newCheckoutColumns.map((name) => checkouts[name].name)

/** A checkout before the provider has created its payment. */
export type CreatedCheckout = Pick<CheckoutRow, 'id'> & NewCheckout

/** Inserts the first checkout of a browser. Concurrent callers share a statement and a commit. */
export async function insertFirstCheckout(db: Db, checkout: NewCheckout): Promise<CreatedCheckout> {
  const id = await insertFirst(db, checkout)
  if (id === undefined) throw new Error('Checkout was not inserted')
  return { ...checkout, id }
}

const insertFirst = coalescePerPool(async (db: Db, rows: Array<NewCheckout>) => {
  const records = rows.map((row) =>
    Object.fromEntries(newCheckoutColumns.map((name) => [checkouts[name].name, row[name]])),
  )
  const inserted = await insertCheckoutRecords(db, { records: JSON.stringify(records) })
  const ids = new Map(inserted.rows.map((row) => [row.buyer_cookie_hash, Number(row.id)]))
  return rows.map(({ buyerCookieHash }) => ids.get(buyerCookieHash))
})

const dbColumns = sql.raw(newCheckoutDbColumns.join(', '))
const insertCheckoutRecords = preparedSql<{ id: string; buyer_cookie_hash: string }>(
  'insert_first_checkouts',
  sql`insert into ${checkouts} (${dbColumns})
    select ${dbColumns} from json_populate_recordset(null::${checkouts}, ${placeholder('records')}::json)
    returning id, buyer_cookie_hash`,
)

export async function insertCheckout(tx: Tx, checkout: NewCheckout): Promise<CheckoutRow> {
  const [row] = await insertCheckoutRow(tx, checkout)
  if (!row) throw new Error('Checkout was not inserted')
  return row
}

const insertCheckoutRow = preparedQuery('insert_checkout', (db) =>
  db.insert(checkouts).values(placeholders(newCheckoutColumns)).returning(),
)

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
  await tx.update(checkouts).set(change).where(eq(checkouts.id, checkout.id))
  return { ...checkout, ...change }
}

/**
 * Stores the provider's payment on our row, with its encrypted client secret. If a power failure loses the update, the
 * payment's metadata names the checkout.
 */
export async function setProviderPayment(
  db: Db,
  id: number,
  { paymentId, clientSecretEncrypted }: { paymentId: string; clientSecretEncrypted: string },
): Promise<void> {
  await setPayment(db, { id, paymentId, clientSecretEncrypted })
}

const setPayment = coalescePerPool(
  async (db: Db, payments: Array<{ id: number; paymentId: string; clientSecretEncrypted: string }>) => {
    await setPayments(db, columnsOf(payments))
    return payments
  },
)

const setPayments = preparedSql(
  'set_provider_payments',
  sql`update ${checkouts} set provider_payment_id = created.payment_id,
      client_secret_encrypted = created.client_secret_encrypted
    from unnest(${arrayPlaceholder('id', 'bigint')}, ${arrayPlaceholder('paymentId', 'text')},
      ${arrayPlaceholder('clientSecretEncrypted', 'text')}) as created (id, payment_id, client_secret_encrypted)
    where checkouts.id = created.id returning ${asynchronousCommit}`,
)

export async function updateBuyerEmail(tx: Tx, id: number, buyerEmail: string): Promise<void> {
  await tx.update(checkouts).set({ buyerEmail }).where(eq(checkouts.id, id))
}

export async function findCheckout(db: Db, id: number): Promise<CheckoutRow | undefined> {
  const [row] = await db.select().from(checkouts).where(eq(checkouts.id, id))
  return row
}

const hasPayment = and(
  eq(checkouts.provider, placeholder('provider')),
  eq(checkouts.providerPaymentId, placeholder('paymentId')),
)
const lockedCheckoutByPayment = preparedQuery('lock_checkout_by_payment', (db) =>
  db.select().from(checkouts).where(hasPayment).for('update'),
)

/** This browser's checkouts of an item, newest first. */
export async function selectBuyerCheckouts(
  db: Db,
  { buyerCookieHash, contentId }: { buyerCookieHash: string; contentId: number },
): Promise<Array<CheckoutRow>> {
  return buyerCheckouts(db, { buyerCookieHash, contentId })
}

const buyerCheckouts = preparedQuery('select_buyer_checkouts', (db) =>
  db
    .select()
    .from(checkouts)
    .where(
      and(
        eq(checkouts.buyerCookieHash, placeholder('buyerCookieHash')),
        eq(checkouts.contentId, placeholder('contentId')),
      ),
    )
    .orderBy(desc(checkouts.createdAt), desc(checkouts.id))
    .limit(20),
)

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
  await tx.update(checkouts).set(change).where(eq(checkouts.id, id))
}

/** The buyer has the card form open, so the sweep checks again soon. */
export async function scheduleCheckSoon(
  db: Db,
  { id, nextCheckAt, state }: CheckoutRow,
  at: Date,
): Promise<void> {
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

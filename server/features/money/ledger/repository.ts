import { and, eq, inArray, placeholder, type SQL, sql } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import type { Currency, MinorUnits } from '../../../../contract/money.ts'
import { type Account, type Posting, postingKinds } from '../../../../domain/ledger.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { arrayPlaceholder, preparedSql } from '../../../db/prepared-query.ts'
import { ledgerEntries, ledgerRollups } from '../../../db/schema/index.ts'

export type EntryRow = typeof ledgerEntries.$inferSelect

/** The currency of a posting's entries, and when they are booked. */
type PostingTerms = { currency: Currency; now: Date }

/**
 * Inserts a posting and updates the rollups of creators' accounts, in the caller's transaction. A duplicate (kind,
 * reference) is a database error. The caller holds the creator's lock.
 */
export async function postToLedger(tx: Tx, posting: Posting, terms: PostingTerms): Promise<void> {
  await insertPosting(tx, postingValues(posting, terms))
}

export function postingValues(posting: Posting, { currency, now }: PostingTerms) {
  return { creatorId: posting.creatorId, currency, now, ...entryColumns([posting]) }
}

/** The entries of postings as an array for each column. */
export function entryColumns(postings: Array<Posting>) {
  const entries = postings.flatMap(({ kind, reference, entries: ofPosting }) =>
    ofPosting.map((entry) => ({ kind, reference, ...entry })),
  )
  return {
    kinds: entries.map(({ kind }) => kind),
    references: entries.map(({ reference }) => reference),
    accounts: entries.map(({ account }) => account),
    amounts: entries.map(({ amount }) => amount),
  }
}

/** The columns of `entryColumns`, for `unnest`. */
export const entryArrays = sql`${arrayPlaceholder('kinds', 'text')}, ${arrayPlaceholder('references', 'text')},
  ${arrayPlaceholder('accounts', 'text')}, ${arrayPlaceholder('amounts', 'bigint')}`

/** The parts of a statement that insert postings of one creator with their balances. `entries` has their columns. */
export const postingParts = (entries: SQL) => sql`
  inserted_entries as (
    insert into ${ledgerEntries} (kind, reference, creator_id, account, amount, currency, created_at)
    select kind, reference, ${placeholder('creatorId')}::text, account, amount, ${placeholder('currency')}::text,
      ${placeholder('now')}::timestamptz
    from ${entries}
    returning account, creator_id, kind, currency, amount
  ), changed_balances as (
    insert into ${ledgerRollups} as stored (account, creator_id, kind, currency, amount, entry_count)
    select account, creator_id, kind, currency, sum(amount), count(*) from inserted_entries
    where account like 'creator_balance/%' or account like 'payouts_payable/%'
    group by account, creator_id, kind, currency
    on conflict (account, kind, currency) do update set amount = stored.amount + excluded.amount,
      entry_count = stored.entry_count + excluded.entry_count
  )`

const insertPosting = preparedSql(
  'insert_posting',
  sql`with ${postingParts(sql`unnest(${entryArrays}) as entry (kind, reference, account, amount)`)}
    select count(*) from inserted_entries`,
)

/** Whether a posting exists. */
export async function postingExists(
  db: Db,
  { kind, reference }: Pick<Posting, 'kind' | 'reference'>,
): Promise<boolean> {
  const [row] = await db
    .select({ id: ledgerEntries.id })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.kind, kind), eq(ledgerEntries.reference, reference)))
    .limit(1)
  return row !== undefined
}

/**
 * The entries with one of these references, or only those of some kinds, in booking order, for a page that shows them. Kinds are always given,
 * because the index begins with them.
 */
export async function findEntriesByReferences(
  db: Db,
  references: Array<string>,
  kinds: ReadonlyArray<Posting['kind']> = postingKinds,
): Promise<Array<EntryRow>> {
  return db
    .select()
    .from(ledgerEntries)
    .where(and(inArray(ledgerEntries.kind, kinds), inArray(ledgerEntries.reference, references)))
    .orderBy(ledgerEntries.id)
    .limit(limits.maxListed.entriesOfPurchase)
}

/** An account's balance in minor units, summed over its entries. */
export async function computeBalance(db: Db, account: Account): Promise<MinorUnits> {
  const [row] = await db
    .select({ total: sql<string>`coalesce(sum(${ledgerEntries.amount}), 0)` })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.account, account))
  return Number(row?.total ?? 0)
}

/** An account's balance from the rollups, of all postings or those of some kinds. In minor units. */
export async function getBalance(
  db: Db,
  account: Account,
  kinds?: Array<Posting['kind']>,
): Promise<MinorUnits> {
  const [row] = await db
    .select({ total: sql<string>`coalesce(sum(${ledgerRollups.amount}), 0)` })
    .from(ledgerRollups)
    .where(and(eq(ledgerRollups.account, account), kinds && inArray(ledgerRollups.kind, kinds)))
  return Number(row?.total ?? 0)
}

/** Accounts whose rollups differ from their entries, in minor units; none on a healthy database. */
export async function findDriftedBalances(
  db: Db,
): Promise<Array<{ account: string; kind: string; stored: MinorUnits; recomputed: MinorUnits }>> {
  const { rows } = await db.execute<{
    account: string
    kind: string
    stored: string
    recomputed: string
  }>(sql`
    select coalesce(t.account, e.account) as account, coalesce(t.kind, e.kind) as kind,
           coalesce(t.amount, 0) as stored, coalesce(e.amount, 0) as recomputed
    from (select account, kind, currency, amount from ledger_rollups) t
    full join (
      select account, kind, currency, sum(amount) as amount from ledger_entries
      where account like 'creator_balance/%' or account like 'payouts_payable/%' group by account, kind, currency
    ) e using (account, kind, currency)
    where coalesce(t.amount, 0) <> coalesce(e.amount, 0)`)
  return rows.map((row) => ({ ...row, stored: Number(row.stored), recomputed: Number(row.recomputed) }))
}

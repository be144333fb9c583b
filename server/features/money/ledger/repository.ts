import { and, eq, inArray } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import type { Currency, MinorUnits } from '../../../../contract/money.ts'
import type { Entry } from '../../../../domain/ledger.ts'
import { type Account, type Posting, postingKinds } from '../../../../domain/ledger.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { addToRow, hasRow, insertRows, sumOf } from '../../../db/rows.ts'
import { ledgerEntries, ledgerRollups } from '../../../db/schema/index.ts'

export type EntryRow = typeof ledgerEntries.$inferSelect

/** The currency of a posting's entries, and when they are booked. */
type PostingTerms = { currency: Currency; now: Date }

/**
 * Inserts a posting and updates the rollups of creators' accounts, in the caller's transaction. A duplicate (kind,
 * reference) is a database error. The caller holds the creator's lock.
 */
export async function postToLedger(tx: Tx, posting: Posting, { currency, now }: PostingTerms): Promise<void> {
  const { kind, reference, creatorId, entries } = posting
  const rows = entries.map(({ account, amount }) => ({
    kind,
    reference,
    creatorId,
    account,
    amount,
    currency,
    createdAt: now,
  }))
  await insertRows(tx, ledgerEntries, rows)
  for (const { account, amount } of entries.filter(hasRollup))
    await addToRow(
      tx,
      ledgerRollups,
      { account, creatorId, kind, currency, amount, entryCount: 1 },
      { key: ['account', 'kind', 'currency'], plus: ['amount', 'entryCount'] },
    )
}

/** Only the accounts of creators have stored sums: all sales would wait for those of the platform. */
function hasRollup({ account }: Entry): boolean {
  return account.startsWith('creator_balance/') || account.startsWith('payouts_payable/')
}

export function postingExists(db: Db, { kind, reference }: Pick<Posting, 'kind' | 'reference'>) {
  return hasRow(db, ledgerEntries, and(eq(ledgerEntries.kind, kind), eq(ledgerEntries.reference, reference)))
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
export function computeBalance(db: Db, account: Account): Promise<MinorUnits> {
  return sumOf(db, ledgerEntries.amount, eq(ledgerEntries.account, account))
}

/** An account's balance from the rollups, of all postings or those of some kinds. In minor units. */
export function getBalance(db: Db, account: Account, kinds?: Array<Posting['kind']>): Promise<MinorUnits> {
  const isCounted = and(eq(ledgerRollups.account, account), kinds && inArray(ledgerRollups.kind, kinds))
  return sumOf(db, ledgerRollups.amount, isCounted)
}

import { sql } from 'drizzle-orm'
import { bigserial, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { postingKinds as kinds } from '../../../domain/ledger.ts'
import { bigInteger, currency, currencyCheck, enumChecks, id, minorUnits, timestamptz } from './columns.ts'

/**
 * The kinds of postings, and the monthly sum that each belongs to. Filled by the migration, equal to
 * domain/ledger.ts.
 */
export const postingKinds = pgTable(
  'posting_kinds',
  {
    kind: text('kind', { enum: kinds }).primaryKey(),
    category: text('category', { enum: ['earnings', 'payouts', 'platform'] }).notNull(),
  },
  (table) => [...enumChecks('posting_kinds', table)],
)

const postingKind = () => text('kind', { enum: kinds }).notNull()

/**
 * Append-only double entry. Triggers reject update, delete and truncate, and check at commit that every posting
 * (kind, reference) sums to zero.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: postingKind(),
    reference: text('reference').notNull(),
    /**
     * The creator whose money moves, also on the platform's accounts. No foreign key, because entries are never
     * deleted.
     */
    creatorId: text('creator_id').notNull(),
    account: text('account').notNull(),
    amount: minorUnits('amount').notNull(),
    currency: currency(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    unique('ledger_entries_kind_reference_account_key').on(table.kind, table.reference, table.account),
    index('ledger_entries_account_created_at_idx').on(table.account, table.createdAt),
    // Reversals are few: charts of long histories read them without a scan of all entries.
    index('ledger_entries_reversals_idx')
      .on(table.account, table.createdAt)
      .where(sql`${table.kind} in ('refund', 'refund_reversal', 'dispute', 'dispute_reversal')`),
    currencyCheck('ledger_entries', table.currency),
    ...enumChecks('ledger_entries', table),
  ],
)

/** Sums of a creator's entries by kind, kept in the same transaction; recomputable. */
export const ledgerRollups = pgTable(
  'ledger_rollups',
  {
    account: text('account').notNull(),
    creatorId: text('creator_id').notNull(),
    kind: postingKind(),
    currency: currency(),
    amount: minorUnits('amount').notNull(),
    entryCount: integer('entry_count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.kind, table.currency] }),
    currencyCheck('ledger_rollups', table.currency),
    ...enumChecks('ledger_rollups', table),
  ],
)

/**
 * Postings that are not sealed yet: a trigger on the entries inserts a row in the posting's transaction, and sealing
 * deletes it. No posting is skipped, whatever the order in which transactions commit.
 */
export const unsealedPostings = pgTable(
  'unsealed_postings',
  {
    kind: postingKind(),
    reference: text('reference').notNull(),
    /** Its first entry: older postings are sealed first. */
    firstEntryId: id('first_entry_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.reference] }),
    index('unsealed_postings_first_entry_id_idx').on(table.firstEntryId),
    ...enumChecks('unsealed_postings', table),
  ],
)

/**
 * The hash chain, append-only by trigger: each hash covers a posting's entries and the previous hash, so a changed
 * entry changes every hash since.
 */
export const postingHashes = pgTable(
  'posting_hashes',
  {
    /** 1, 2, 3, without gaps. */
    sequence: bigInteger('sequence').primaryKey(),
    kind: postingKind(),
    reference: text('reference').notNull(),
    hash: text('hash').notNull(),
    sealedAt: timestamptz('sealed_at').notNull(),
  },
  (table) => [
    unique('posting_hashes_kind_reference_key').on(table.kind, table.reference),
    ...enumChecks('posting_hashes', table),
  ],
)

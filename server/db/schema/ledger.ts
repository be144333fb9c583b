import { bigserial, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { postingKinds } from '../../../domain/ledger.ts'
import { cents, enumChecks, id, timestamptz } from './columns.ts'

/**
 * Append-only double entry. Triggers refuse update, delete and truncate, and check at commit that every posting
 * (kind, reference) sums to zero.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind', { enum: postingKinds }).notNull(),
    reference: text('reference').notNull(),
    account: text('account').notNull(),
    amount: cents('amount').notNull(),
    currency: text('currency').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    unique('ledger_entries_once').on(table.kind, table.reference, table.account),
    index('ledger_entries_account').on(table.account, table.createdAt),
    ...enumChecks('ledger_entries', table),
  ],
)

/** Sums of a creator's entries by kind, kept in the same transaction; disposable and recomputable. */
export const ledgerTotals = pgTable(
  'ledger_totals',
  {
    account: text('account').notNull(),
    kind: text('kind', { enum: postingKinds }).notNull(),
    currency: text('currency').notNull(),
    amount: cents('amount').notNull(),
    entries: integer('entries').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.kind, table.currency] }),
    ...enumChecks('ledger_totals', table),
  ],
)

/**
 * Postings that no seal covers yet: a trigger on the entries writes a row in the transaction of the posting, sealing
 * takes it away. So none is ever left out, whatever order transactions commit in.
 */
export const unsealedPostings = pgTable(
  'unsealed_postings',
  {
    kind: text('kind', { enum: postingKinds }).notNull(),
    reference: text('reference').notNull(),
    /** Its first entry: older ones are sealed first. */
    entryId: id('entry_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.reference] }),
    index('unsealed_postings_oldest').on(table.entryId),
    ...enumChecks('unsealed_postings', table),
  ],
)

/**
 * A chain over the postings, append-only by trigger: each hash covers a posting's entries and the hash before it, so an
 * old entry cannot be changed without changing every hash since.
 */
export const postingSeals = pgTable(
  'posting_seals',
  {
    /** 1, 2, 3, without a gap. */
    place: id('place').primaryKey(),
    kind: text('kind', { enum: postingKinds }).notNull(),
    reference: text('reference').notNull(),
    hash: text('hash').notNull(),
    sealedAt: timestamptz('sealed_at').notNull(),
  },
  (table) => [
    unique('posting_seals_once').on(table.kind, table.reference),
    ...enumChecks('posting_seals', table),
  ],
)

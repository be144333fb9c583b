import { bigserial, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { postingKinds } from '../../../domain/ledger.ts'
import { cents, moment } from './columns.ts'

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
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    unique('ledger_entries_once').on(table.kind, table.reference, table.account),
    index('ledger_entries_account').on(table.account, table.createdAt),
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
  (table) => [primaryKey({ columns: [table.account, table.kind, table.currency] })],
)

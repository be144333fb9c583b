import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { payoutMethods, payoutRunItemStatuses, payoutStates, skipReasons } from '../../../contract/payouts.ts'
import { users } from './accounts.ts'
import {
  currency,
  currencyCheck,
  enumChecks,
  id,
  minorUnits,
  month,
  monthCheck,
  timestamptz,
} from './columns.ts'
import { timeOrderedId } from './ids.ts'

/** Payout runs. Only one per month runs at a time: another press of 'Process All Payouts' returns it. */
export const payoutRuns = pgTable(
  'payout_runs',
  {
    id: timeOrderedId(),
    month: month().notNull(),
    state: text('state', { enum: ['running', 'completed'] }).notNull(),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: timestamptz('created_at').notNull(),
    finishedAt: timestamptz('finished_at'),
  },
  (table) => [
    uniqueIndex('payout_runs_running_key').on(table.month).where(sql`${table.state} = 'running'`),
    index('payout_runs_created_at_idx').on(table.createdAt),
    index('payout_runs_created_by_idx').on(table.createdBy),
    monthCheck('payout_runs', table.month),
    ...enumChecks('payout_runs', table),
  ],
)

/** A payout: inserted with its posting, then changed by the states of domain/payout.ts. */
export const payouts = pgTable(
  'payouts',
  {
    id: timeOrderedId(),
    creatorId: text('creator_id')
      .notNull()
      .references(() => users.id),
    runId: id('run_id')
      .notNull()
      .references(() => payoutRuns.id),
    /** The UTC month it pays up to. */
    month: month().notNull(),
    amount: minorUnits('amount').notNull(),
    currency: currency(),
    state: text('state', { enum: payoutStates }).notNull(),
    /** The payout method and destination at the time of the payout. */
    method: text('method', { enum: payoutMethods }).notNull(),
    destination: text('destination').notNull(),
    /** Of a transfer: the account at the provider, and the transfer's id once it is made. */
    provider: text('provider'),
    providerAccountId: text('provider_account_id'),
    providerTransferId: text('provider_transfer_id'),
    /** The bank's reference. */
    bankReference: text('bank_reference'),
    /** A message to the creator. */
    creatorMessage: text('creator_message'),
    createdAt: timestamptz('created_at').notNull(),
    paidAt: timestamptz('paid_at'),
    /** When it was returned, or failed. */
    returnedAt: timestamptz('returned_at'),
  },
  (table) => [
    unique('payouts_provider_provider_transfer_id_key').on(table.provider, table.providerTransferId),
    index('payouts_creator_id_created_at_idx').on(table.creatorId, table.createdAt),
    index('payouts_created_at_id_idx').on(table.createdAt, table.id),
    index('payouts_processing_idx').on(table.createdAt).where(sql`${table.state} = 'processing'`),
    check('payouts_amount_valid', sql`${table.amount} > 0`),
    index('payouts_run_id_idx').on(table.runId),
    monthCheck('payouts', table.month),
    currencyCheck('payouts', table.currency),
    ...enumChecks('payouts', table),
  ],
)

/** A creator in a run: pending, then paid or skipped with the reason. */
export const payoutRunItems = pgTable(
  'payout_run_items',
  {
    runId: id('run_id')
      .notNull()
      .references(() => payoutRuns.id),
    creatorId: text('creator_id')
      .notNull()
      .references(() => users.id),
    status: text('status', { enum: payoutRunItemStatuses }).notNull(),
    skipReason: text('skip_reason', { enum: skipReasons }),
    amount: minorUnits('amount').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.creatorId] }),
    index('payout_run_items_pending_idx').on(table.runId).where(sql`${table.status} = 'pending'`),
    index('payout_run_items_creator_id_idx').on(table.creatorId),
    ...enumChecks('payout_run_items', table),
  ],
)

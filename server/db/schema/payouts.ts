import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { payoutFileFormats, payoutResultKinds } from '../../../contract/payout-batches.ts'
import { confirmReasons } from '../../../contract/payout-method-state.ts'
import {
  manualPayoutMethods,
  payoutMethods,
  payoutRunItemStatuses,
  payoutStates,
  skipReasons,
  transferWaitReasons,
} from '../../../contract/payouts.ts'
import { balanceTransactionKinds } from '../../../contract/provider-balance.ts'
import {
  currency,
  currencyCheck,
  enumChecks,
  id,
  minorUnits,
  month,
  monthCheck,
  timeOrderedId,
  timestamptz,
} from './columns.ts'
import { payees } from './payees.ts'
import { users } from './people.ts'

/** Payout runs. Only one per month runs at a time: another press of 'Process All Payouts' returns it. */
export const payoutRuns = pgTable(
  'payout_runs',
  {
    id: timeOrderedId(),
    month: month().notNull(),
    state: text('state', { enum: ['running', 'completed'] }).notNull(),
    /** The admin who started it; null for a run of the payout calendar. */
    createdBy: text('created_by').references(() => users.id),
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

/**
 * The hold days of sales, from the first start on and after each change (domain/payout.ts). Kept beside the setting because
 * sales keep the hold that they were made with, and the environment can change it too.
 */
export const payoutHoldChanges = pgTable(
  'payout_hold_changes',
  {
    id: timeOrderedId(),
    holdDays: integer('hold_days').notNull(),
    effectiveAt: timestamptz('effective_at').notNull(),
  },
  (table) => [check('payout_hold_changes_hold_days_valid', sql`${table.holdDays} >= 0`)],
)

/** The payout calendar: one row with the day it was computed for and the next run. No row while payouts are manual. */
export const payoutCalendar = pgTable(
  'payout_calendar',
  {
    id: integer('id').primaryKey(),
    dayOfMonth: integer('day_of_month').notNull(),
    nextRunAt: timestamptz('next_run_at').notNull(),
    lastRunId: id('last_run_id').references(() => payoutRuns.id),
  },
  (table) => [
    index('payout_calendar_last_run_id_idx').on(table.lastRunId),
    check('payout_calendar_id_valid', sql`${table.id} = 1`),
    check('payout_calendar_day_of_month_valid', sql`${table.dayOfMonth} between 1 and 28`),
  ],
)

/**
 * A batch of payouts to make manually: one file of one method and currency. Its first download stores the file, so that
 * every other has the same bytes. A dissolved batch keeps its number.
 */
export const payoutBatches = pgTable(
  'payout_batches',
  {
    id: timeOrderedId(),
    /** The UTC month of its payouts. With the count it is the number: `2611-1`. */
    month: month().notNull(),
    count: integer('count').notNull(),
    method: text('method', { enum: manualPayoutMethods }).notNull(),
    currency: currency(),
    format: text('format', { enum: payoutFileFormats }).notNull(),
    createdAt: timestamptz('created_at').notNull(),
    downloadedAt: timestamptz('downloaded_at'),
    downloadedBy: text('downloaded_by').references(() => users.id),
    fileName: text('file_name'),
    /** The file with its payout details in clear, encrypted as they are. */
    fileEncrypted: text('file_encrypted'),
    sha256: text('sha256'),
    dissolvedAt: timestamptz('dissolved_at'),
  },
  (table) => [
    unique('payout_batches_month_count_key').on(table.month, table.count),
    // Of the foreign key of its payouts, which have the same method and currency.
    unique('payout_batches_id_method_currency_key').on(table.id, table.method, table.currency),
    index('payout_batches_downloaded_by_idx').on(table.downloadedBy),
    check('payout_batches_count_valid', sql`${table.count} > 0`),
    check(
      'payout_batches_file_valid',
      sql`(${table.downloadedAt} is null) = (${table.fileEncrypted} is null) and (${table.downloadedAt} is null) = (${table.sha256} is null)`,
    ),
    check(
      'payout_batches_dissolved_valid',
      sql`${table.dissolvedAt} is null or ${table.downloadedAt} is null`,
    ),
    monthCheck('payout_batches', table.month),
    currencyCheck('payout_batches', table.currency),
    ...enumChecks('payout_batches', table),
  ],
)

/** What is recorded for a payout of a batch: `paid` or `returned`, with the provider's number and reason. */
export type PayoutResultRow = {
  payoutId: number
  state: 'paid' | 'returned'
  reference: string | null
  reason: string | null
}

/** A result that an admin has recorded: a provider's file, or all at once. Jobs apply its rows, once each. */
export const payoutResults = pgTable(
  'payout_results',
  {
    id: timeOrderedId(),
    batchId: id('batch_id')
      .notNull()
      .references(() => payoutBatches.id),
    /** Null when all payouts were marked as paid at once. */
    kind: text('kind', { enum: payoutResultKinds }),
    fileName: text('file_name'),
    sha256: text('sha256'),
    rows: jsonb('rows').$type<Array<PayoutResultRow>>().notNull(),
    /** When the money was sent. */
    paidAt: timestamptz('paid_at').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    finishedAt: timestamptz('finished_at'),
  },
  (table) => [
    // The same file is recorded once.
    unique('payout_results_batch_id_sha256_key').on(table.batchId, table.sha256),
    index('payout_results_created_by_idx').on(table.createdBy),
    index('payout_results_unfinished_idx').on(table.createdAt).where(sql`${table.finishedAt} is null`),
    ...enumChecks('payout_results', table),
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
    /** The payout method at the time of the payout. */
    method: text('method', { enum: payoutMethods }).notNull(),
    /** The account of a transfer, or the creator's payout details: encrypted, and as screens show them. */
    destination: text('destination').notNull(),
    destinationMask: text('destination_mask'),
    /** Who was paid, by what the creator had said then; null without it, and once its time is over. */
    payeeId: id('payee_id').references(() => payees.id, { onDelete: 'set null' }),
    /** The batch whose file pays it. A payout has one at most, so that no second file pays it again. */
    batchId: id('batch_id'),
    /** Of a transfer: the account at the provider, and the transfer's id once it is made. */
    provider: text('provider'),
    providerAccountId: text('provider_account_id'),
    providerTransferId: text('provider_transfer_id'),
    /** Part of the idempotency key; counts the attempts that the provider has answered with `not now`. */
    transferAttempt: integer('transfer_attempt').notNull().default(0),
    /** When this attempt was first sent; null once it is answered. Until then no one else may pay it. */
    attemptStartedAt: timestamptz('attempt_started_at'),
    /** When a transfer that was not made is sent again. */
    nextAttemptAt: timestamptz('next_attempt_at'),
    waitReason: text('wait_reason', { enum: transferWaitReasons }),
    /** The provider's code for the last rejection or delay, shown to the admin. */
    providerCode: text('provider_code'),
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
    index('payouts_next_attempt_at_idx')
      .on(table.nextAttemptAt)
      .where(sql`${table.state} = 'processing' and ${table.method} = 'transfer'`),
    check('payouts_amount_valid', sql`${table.amount} > 0`),
    index('payouts_run_id_idx').on(table.runId),
    index('payouts_payee_id_idx').on(table.payeeId),
    foreignKey({
      name: 'payouts_batch_id_fkey',
      columns: [table.batchId, table.method, table.currency],
      foreignColumns: [payoutBatches.id, payoutBatches.method, payoutBatches.currency],
    }),
    index('payouts_batch_id_idx').on(table.batchId, table.method, table.currency),
    index('payouts_unbatched_idx')
      .on(table.month, table.id)
      .where(sql`${table.state} = 'processing' and ${table.batchId} is null`),
    monthCheck('payouts', table.month),
    currencyCheck('payouts', table.currency),
    ...enumChecks('payouts', table),
  ],
)

/** What keeps a creator's payout method from being used as it is. No row for most creators. */
export const payoutMethodStates = pgTable(
  'payout_method_states',
  {
    creatorId: text('creator_id')
      .primaryKey()
      .references(() => users.id),
    /** Until `methodFrom` payouts go by these details of before, encrypted, or wait when there are none. */
    previousMethod: text('previous_method', { enum: manualPayoutMethods }),
    previousDetails: text('previous_details'),
    previousMask: text('previous_mask'),
    methodFrom: timestamptz('method_from'),
    /** When the first of the changes was made that wait. */
    methodChangedAt: timestamptz('method_changed_at'),
    /** From when on a connected account is used that replaced another payout method. */
    transfersFrom: timestamptz('transfers_from'),
    transfersChangedAt: timestamptz('transfers_changed_at'),
    /** Why the creator is asked whether the details are right; null when nothing is asked. */
    confirmReason: text('confirm_reason', { enum: confirmReasons }),
    /** The payout that came back. */
    confirmPayoutId: id('confirm_payout_id').references(() => payouts.id),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [
    index('payout_method_states_confirm_payout_id_idx').on(table.confirmPayoutId),
    ...enumChecks('payout_method_states', table),
  ],
)

/** Every change of the balance at the card provider, as it lists them. Negative is what left it. */
export const providerBalanceTransactions = pgTable(
  'provider_balance_transactions',
  {
    provider: text('provider').notNull(),
    transactionId: text('transaction_id').notNull(),
    kind: text('kind', { enum: balanceTransactionKinds }).notNull(),
    /** The provider's word for it. */
    type: text('type').notNull(),
    description: text('description').notNull(),
    amount: minorUnits('amount').notNull(),
    feeAmount: minorUnits('fee_amount').notNull(),
    currency: currency(),
    /** The payment, refund, dispute, transfer or payout that it is about. */
    sourceId: text('source_id'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.transactionId] }),
    index('provider_balance_transactions_created_at_idx').on(table.createdAt),
    currencyCheck('provider_balance_transactions', table.currency),
    ...enumChecks('provider_balance_transactions', table),
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
    // The progress of a run lists the largest of them.
    index('payout_run_items_skipped_idx')
      .on(table.runId, table.amount.desc().nullsFirst(), table.creatorId)
      .where(sql`${table.status} = 'skipped'`),
    index('payout_run_items_creator_id_idx').on(table.creatorId),
    ...enumChecks('payout_run_items', table),
  ],
)

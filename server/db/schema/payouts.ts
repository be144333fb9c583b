import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import {
  confirmReasons,
  manualPayoutMethods,
  payoutMethods,
  payoutRunItemStatuses,
  payoutStates,
  skipReasons,
  transferWaitReasons,
} from '../../../contract/payouts.ts'
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
    /** From when on a connected account is used that replaced another payout method. */
    transfersFrom: timestamptz('transfers_from'),
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

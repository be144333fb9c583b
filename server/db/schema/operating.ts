import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { processRoles } from '../../../contract/instance.ts'
import { contentReportReasons } from '../../../contract/moderation.ts'
import { manualPayoutMethods } from '../../../contract/payouts.ts'
import {
  bigInteger,
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
import { contentItems } from './content.ts'
import { users } from './people.ts'
import { purchases } from './purchases.ts'

/** Admin actions with actor, time and target. Append-only: triggers reject update, delete and truncate. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    actorId: text('actor_id').notNull(),
    /** The actor's email at that time. */
    actorEmail: text('actor_email').notNull(),
    /** The route's name in the contract. */
    action: text('action').notNull(),
    /** The target: `creator/12`, `purchase/34`. */
    target: text('target').notNull(),
    oldValues: jsonb('old_values').$type<Record<string, unknown>>(),
    newValues: jsonb('new_values').$type<Record<string, unknown>>(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('audit_log_target_idx').on(table.target),
    index('audit_log_action_id_idx').on(table.action, table.id),
  ],
)

/** A visitor's report of an item. */
export const contentReports = pgTable(
  'content_reports',
  {
    id: timeOrderedId(),
    contentId: id('content_id')
      .notNull()
      .references(() => contentItems.id),
    reason: text('reason', { enum: contentReportReasons }).notNull(),
    details: text('details').notNull(),
    /** For a reply, if the reporter wants one. */
    reporterEmail: text('reporter_email').notNull(),
    state: text('state', { enum: ['open', 'resolved'] }).notNull(),
    createdAt: timestamptz('created_at').notNull(),
    resolvedAt: timestamptz('resolved_at'),
  },
  (table) => [
    index('content_reports_content_id_state_idx').on(table.contentId, table.state),
    index('content_reports_state_created_at_idx').on(table.state, table.createdAt),
    ...enumChecks('content_reports', table),
  ],
)

/**
 * A second purchase of an item at a fixed price with the same email within an hour, while the first is not refunded.
 * Inserted by a trigger on purchases.
 */
export const duplicatePurchases = pgTable(
  'duplicate_purchases',
  {
    purchaseId: id('purchase_id')
      .primaryKey()
      .references(() => purchases.id),
    originalPurchaseId: id('original_purchase_id')
      .notNull()
      .references(() => purchases.id),
    createdAt: timestamptz('created_at').notNull(),
    /** When an admin marked it as intended. */
    dismissedAt: timestamptz('dismissed_at'),
  },
  (table) => [
    index('duplicate_purchases_open_idx').on(table.createdAt).where(sql`${table.dismissedAt} is null`),
    index('duplicate_purchases_original_purchase_id_idx').on(table.originalPurchaseId),
  ],
)

/**
 * The changes of a creator's ledger in a UTC month: sums over postings, kept by a trigger in the transaction of each
 * posting, recomputable. Revenue of the platform alone belongs to the creator with an empty id.
 */
export const creatorMonthlyRollups = pgTable(
  'creator_monthly_rollups',
  {
    creatorId: text('creator_id').notNull(),
    month: month().notNull(),
    currency: currency(),
    saleCount: integer('sale_count').notNull(),
    /** Payments less refunds; the platform's share of it; the creator's. */
    grossAmount: minorUnits('gross_amount').notNull(),
    platformFeeAmount: minorUnits('platform_fee_amount').notNull(),
    netAmount: minorUnits('net_amount').notNull(),
    /** Payouts, less returned ones. */
    paidOutAmount: minorUnits('paid_out_amount').notNull(),
    /** The tax in the gross amount. */
    taxAmount: minorUnits('tax_amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.creatorId, table.month, table.currency] }),
    index('creator_monthly_rollups_month_idx').on(table.month),
    currencyCheck('creator_monthly_rollups', table.currency),
    monthCheck('creator_monthly_rollups', table.month),
  ],
)

/** A creator's net amount of a UTC month's sales, whenever they were refunded. Kept by a trigger on purchases. */
export const creatorMonthlySalesRollups = pgTable(
  'creator_monthly_sales_rollups',
  {
    creatorId: text('creator_id').notNull(),
    month: month().notNull(),
    netAmount: minorUnits('net_amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.creatorId, table.month] }),
    index('creator_monthly_sales_rollups_month_idx').on(table.month),
    monthCheck('creator_monthly_sales_rollups', table.month),
  ],
)

/** A closed month. Append-only, like its lines. */
export const monthlyReports = pgTable(
  'monthly_reports',
  {
    month: month().primaryKey(),
    currency: currency(),
    grossAmount: minorUnits('gross_amount').notNull(),
    platformFeeAmount: minorUnits('platform_fee_amount').notNull(),
    taxAmount: minorUnits('tax_amount').notNull().default(0),
    paidOutAmount: minorUnits('paid_out_amount').notNull(),
    saleCount: integer('sale_count').notNull(),
    /** What creators paid for Pro, less what was returned, and the tax in it. Apart from the sums above. */
    proAmount: minorUnits('pro_amount').notNull().default(0),
    proTaxAmount: minorUnits('pro_tax_amount').notNull().default(0),
    closedAt: timestamptz('closed_at').notNull(),
  },
  (table) => [monthCheck('monthly_reports', table.month), currencyCheck('monthly_reports', table.currency)],
)

/** A creator's row of a closed month, with the name and payout method of that day. */
export const monthlyReportLines = pgTable(
  'monthly_report_lines',
  {
    month: month()
      .notNull()
      .references(() => monthlyReports.month),
    creatorId: text('creator_id')
      .notNull()
      .references(() => users.id),
    firstName: text('first_name'),
    lastName: text('last_name'),
    email: text('email').notNull(),
    payoutMethod: text('payout_method', { enum: manualPayoutMethods }),
    payoutEmail: text('payout_email'),
    saleCount: integer('sale_count').notNull(),
    grossAmount: minorUnits('gross_amount').notNull(),
    platformFeeAmount: minorUnits('platform_fee_amount').notNull(),
    taxAmount: minorUnits('tax_amount').notNull().default(0),
    netAmount: minorUnits('net_amount').notNull(),
    paidOutAmount: minorUnits('paid_out_amount').notNull(),
    /** The creator's balance at the end of the month. */
    closingBalanceAmount: minorUnits('closing_balance_amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.month, table.creatorId] }),
    index('monthly_report_lines_creator_id_idx').on(table.creatorId),
    ...enumChecks('monthly_report_lines', table),
  ],
)

/** Backups of the instance, by the schedule or by command. */
export const backups = pgTable(
  'backups',
  {
    id: timeOrderedId(),
    /** The time of the schedule that it is for, so that one process makes it; null for one by command. */
    scheduledFor: timestamptz('scheduled_for'),
    state: text('state', { enum: ['running', 'succeeded', 'failed'] }).notNull(),
    /** A path, or `s3://bucket/key`. */
    destination: text('destination').notNull(),
    isEncrypted: boolean('is_encrypted').notNull(),
    attempts: integer('attempts').notNull().default(1),
    startedAt: timestamptz('started_at').notNull(),
    /** Updated while it runs. A running backup with an old one was cut off. */
    heartbeatAt: timestamptz('heartbeat_at').notNull(),
    /** Everything committed before this time is in the archive. */
    snapshotAt: timestamptz('snapshot_at'),
    finishedAt: timestamptz('finished_at'),
    archiveBytes: bigInteger('archive_bytes'),
    rowCount: bigInteger('row_count'),
    fileCount: bigInteger('file_count'),
    /** Why it failed, or what is missing in it; empty otherwise. */
    message: text('message').notNull().default(''),
  },
  (table) => [unique('backups_scheduled_for_key').on(table.scheduledFor), ...enumChecks('backups', table)],
)

/** The running processes of the instance. Each updates its row, and deletes it when it stops. */
type StoredBackupSettings = { to: string | null; schedule: Array<string>; keep: number; isEncrypted: boolean }

export const processHeartbeats = pgTable(
  'process_heartbeats',
  {
    /** A new id for each start. */
    id: text('id').primaryKey(),
    hostname: text('hostname').notNull(),
    pid: integer('pid').notNull(),
    role: text('role', { enum: processRoles }).notNull(),
    version: text('version').notNull(),
    nodeVersion: text('node_version').notNull(),
    startedAt: timestamptz('started_at').notNull(),
    seenAt: timestamptz('seen_at').notNull(),
    residentBytes: bigInteger('resident_bytes').notNull(),
    /** The 99th percentile of the event loop's delay since the heartbeat before, in milliseconds. */
    eventLoopDelayMs: integer('event_loop_delay_ms').notNull(),
    /** The settings of backups of a process that makes them; null of a web process. */
    backupSettings: jsonb('backup_settings').$type<StoredBackupSettings>(),
  },
  (table) => enumChecks('process_heartbeats', table),
)

/** What the charts of `/admin/health` show: sums and readings of five minutes each. */
export const healthSamples = pgTable('health_samples', {
  /** The start of the five minutes. */
  takenAt: timestamptz('taken_at').primaryKey(),
  /** Requests that all processes answered: all, those with a status of 500 or more, and those over a second. */
  requestCount: integer('request_count').notNull().default(0),
  errorCount: integer('error_count').notNull().default(0),
  slowCount: integer('slow_count').notNull().default(0),
  /** Work that waited at the last reading: the number of all, and the seconds of the oldest. */
  waitingCount: integer('waiting_count').notNull().default(0),
  oldestWaitSeconds: integer('oldest_wait_seconds').notNull().default(0),
  databaseBytes: bigInteger('database_bytes'),
  storedBytes: bigInteger('stored_bytes'),
  /** Null for a store that doesn't know its free space. */
  freeBytes: bigInteger('free_bytes'),
})

/** Counters of rate limits. The key is hashed, so no IP address or email is stored. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').notNull(),
    windowEndsAt: timestamptz('window_ends_at').notNull(),
    requestCount: integer('request_count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.key] })],
)

/** The inbox of webhooks: a duplicate is one failed insert, and unprocessed events are retried. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    provider: text('provider').notNull(),
    eventId: text('event_id').notNull(),
    objectType: text('object_type', {
      enum: [
        'payment',
        'refund',
        'dispute',
        'account',
        'subscription',
        'payout',
        'platform_payout',
        'balance',
      ],
    }).notNull(),
    objectId: text('object_id').notNull(),
    receivedAt: timestamptz('received_at').notNull(),
    processedAt: timestamptz('processed_at'),
    /** Failed attempts; events with the fewest come first. */
    attemptCount: integer('attempt_count').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.eventId] }),
    index('webhook_events_unprocessed_idx').on(table.receivedAt).where(sql`${table.processedAt} is null`),
    ...enumChecks('webhook_events', table),
  ],
)

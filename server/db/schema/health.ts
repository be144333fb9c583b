import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { processRoles } from '../../../contract/process-roles.ts'
import { bigInteger, enumChecks, timestamptz } from './columns.ts'

/** The running processes of the instance. Each updates its row, and deletes it when it stops. */
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

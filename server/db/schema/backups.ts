import { boolean, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { bigInteger, enumChecks, timestamptz } from './columns.ts'
import { timeOrderedId } from './ids.ts'

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

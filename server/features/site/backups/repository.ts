import { and, desc, eq, isNotNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import { insertRows, updateRow } from '../../../db/rows.ts'
import { backups } from '../../../db/schema/index.ts'

export type BackupTotals = {
  snapshotAt: Date
  archiveBytes: number
  rowCount: number
  fileCount: number
  /** What is missing in it; empty when nothing is. */
  message: string
}

type NewBackup = { destination: string; isEncrypted: boolean; now: Date }

/** A running backup whose heartbeat is older was cut off. */
const heartbeatTimeoutMs = 5 * 60_000
/** How often a backup of the schedule is tried, and how long after the start of the attempt before. */
const maxAttempts = 3
const retryDelayMs = 10 * 60_000

export async function insertBackup(db: Db, { destination, isEncrypted, now }: NewBackup): Promise<number> {
  const running = { state: 'running', startedAt: now, heartbeatAt: now } as const
  const [{ id }] = await insertRows(db, backups, [{ ...running, destination, isEncrypted }])
  return id
}

/**
 * Claims the backup of a time of the schedule; undefined when another process has it, or it is done. A failed or cut-off
 * one is claimed again, three times in all.
 */
export async function claimScheduledBackup(
  db: Db,
  { scheduledFor, now, ...values }: NewBackup & { scheduledFor: Date },
): Promise<number | undefined> {
  const startedAgo = (ms: number) => new Date(now.getTime() - ms)
  const running = { state: 'running' as const, startedAt: now, heartbeatAt: now, finishedAt: null, ...values }
  const [row] = await db
    .insert(backups)
    .values({ ...running, scheduledFor })
    .onConflictDoUpdate({
      target: backups.scheduledFor,
      set: { ...running, attempts: sql`${backups.attempts} + 1` },
      setWhere: sql`${backups.attempts} < ${maxAttempts} and (
        (${backups.state} = 'failed' and ${backups.startedAt} < ${startedAgo(retryDelayMs)}::timestamptz)
        or (${backups.state} = 'running' and ${backups.heartbeatAt} < ${startedAgo(heartbeatTimeoutMs)}::timestamptz))`,
    })
    .returning({ id: backups.id })
  return row?.id
}

/** Marks backups by command that were cut off, such as by kill -9, as failed. */
export async function failCutOffBackups(db: Db, now: Date): Promise<void> {
  await db
    .update(backups)
    .set({ state: 'failed', finishedAt: now, message: 'It was cut off.' })
    .where(
      and(
        eq(backups.state, 'running'),
        sql`${backups.scheduledFor} is null`,
        lt(backups.heartbeatAt, new Date(now.getTime() - heartbeatTimeoutMs)),
      ),
    )
}

export async function touchBackup(db: Db, id: number, now: Date): Promise<void> {
  await updateRow(db, backups, { id }, { heartbeatAt: now })
}

export async function finishBackup(db: Db, { id, now, ...totals }: BackupTotals & { id: number; now: Date }) {
  await updateRow(db, backups, { id }, { state: 'succeeded', finishedAt: now, ...totals })
}

export async function failBackup(db: Db, { id, now, message }: { id: number; now: Date; message: string }) {
  await updateRow(db, backups, { id, state: 'running' }, { state: 'failed', finishedAt: now, message })
}

/** The last complete backup, and the newest attempt whatever its state; undefined when there is none. */
export async function selectLastBackups(db: Db) {
  const [succeeded] = await db
    .select()
    .from(backups)
    .where(and(eq(backups.state, 'succeeded'), isNotNull(backups.snapshotAt)))
    .orderBy(desc(backups.snapshotAt))
    .limit(1)
  const [newest] = await db.select().from(backups).orderBy(desc(backups.startedAt)).limit(1)
  return { succeeded, newest }
}

import pg from 'pg'
import { systemClock } from '../adapters/system-clock.ts'
import type { Config } from '../config.ts'
import { createFileStore } from '../create-services.ts'
import { createDatabase, type Database, openPool } from '../db/database.ts'
import { messageWithoutValues } from '../db/logged-error.ts'
import { failBackup, finishBackup, insertBackup, touchBackup } from '../features/backups/repository.ts'
import { connectionOfInstance } from '../verify/connect.ts'
import { archivePlace } from './archive-place.ts'
import { type BackupResult, createBackup } from './create-backup.ts'

const heartbeatIntervalMs = 30_000

type RunOptions = {
  config: Config
  /** A path, or `s3://bucket/key`. */
  target: string
  /** The row that the schedule has claimed; otherwise one is inserted. */
  recordId?: number
  onProgress: (text: string) => void
}

/**
 * Backs up the instance of the configuration, running or not, and records it in its database. Throws Error with a
 * message for the operator.
 */
export async function runBackup({ config, target, recordId, onProgress }: RunOptions): Promise<BackupResult> {
  const place = await archivePlace(target, config)
  const store = await createFileStore(config)
  const { key } = config.backup
  const { connection, close } = await connectionOfInstance(config)
  const pool = openPool({ ...connection, max: 2 }, () => undefined)
  try {
    const db = createDatabase(pool)
    const record = await openRecord(db, {
      ...(recordId !== undefined && { id: recordId }),
      ...{ destination: place.name, isEncrypted: key !== undefined },
    })
    const client = new pg.Client(connection)
    try {
      await client.connect()
      const result = await createBackup({ client, store, place, dataDir: config.dataDir, key, onProgress })
      await record.succeed(result)
      return result
    } catch (error) {
      await record.fail(messageWithoutValues(error)).catch(() => undefined)
      throw error
    } finally {
      await client.end().catch(() => undefined)
    }
  } finally {
    await pool.end()
    await close()
  }
}

type NewRecord = { id?: number; destination: string; isEncrypted: boolean }

/** The row of a backup, kept alive until it ends. A database of an older version has no table for it. */
async function openRecord(db: Database, { id: claimedId, ...values }: NewRecord) {
  const now = () => systemClock.now()
  const id = claimedId ?? (await insertBackup(db, { ...values, now: now() }).catch(ignoreMissingTable))
  const heartbeat = setInterval(() => {
    if (id !== undefined) void touchBackup(db, id, now()).catch(() => undefined)
  }, heartbeatIntervalMs)
  return {
    async succeed({ manifest, file, snapshotAt }: BackupResult) {
      clearInterval(heartbeat)
      if (id === undefined) return
      const { rowCount, fileCount } = manifest
      const totals = { rowCount, fileCount, archiveBytes: file.bytes, message: damageText(manifest) }
      await finishBackup(db, { id, now: now(), snapshotAt, ...totals })
    },
    async fail(message: string) {
      clearInterval(heartbeat)
      if (id !== undefined) await failBackup(db, { id, now: now(), message })
    },
  }
}

/** What the store did not have; empty when it had everything. */
export function damageText({ missingFiles, damagedFiles }: BackupResult['manifest']): string {
  const count = (keys: Array<string>) => (keys.length === 1 ? '1 file' : `${keys.length} files`)
  const parts = [
    ...(missingFiles.length > 0 ? [`${count(missingFiles)} missing in the file store`] : []),
    ...(damagedFiles.length > 0 ? [`${count(damagedFiles)} damaged in the file store`] : []),
  ]
  return parts.join(', ')
}

/** SQLSTATE of a query of a table that does not exist. Drizzle wraps the database's error. */
function ignoreMissingTable(error: unknown): undefined {
  if (Object(Object(error).cause).code !== '42P01') throw error
}

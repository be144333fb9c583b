import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { instance } from './schema/index.ts'

/**
 * SQLSTATEs and connection errors of a database that accepts no queries or no writes: a lost connection (08), a
 * read-only transaction as on a replica (25006), no space on disk, in memory or for connections (53), a server that
 * stops or starts (57P0x).
 */
const unavailableCodes = /^(08\w{3}|25006|53\w{3}|57P0\d|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/
const unavailableMessages =
  /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|Cannot use a pool after/

/** Whether an error, or one of its causes, means that the database is unavailable or accepts no writes. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (isConnectionOrSqlState(error) && unavailableCodes.test(codeOf(error))) ||
    unavailableMessages.test(error.message)
    ? true
    : isDatabaseUnavailable(error.cause)
}

export type DatabaseHealth = {
  /** Records that a write failed because the disk is full; reads still work then. */
  recordWriteError(error: unknown): void
  /** Whether the database rejects queries or writes. Throws only for errors that do not mean an outage. */
  isUnavailable(): Promise<boolean>
}

/** Health checks of the database. After a full disk, they write to test for free space. */
export function databaseHealth(db: Database): DatabaseHealth {
  let mayBeDiskFull = false

  async function rejectsWrites(): Promise<boolean> {
    const { rows } = await db.execute<{ readOnly: boolean }>(
      sql`select current_setting('transaction_read_only') = 'on' or pg_is_in_recovery() as "readOnly"`,
    )
    if (rows[0]?.readOnly) return true
    // Only a write shows whether there is space again. It changes nothing.
    if (mayBeDiskFull) await db.update(instance).set({ id: instance.id })
    mayBeDiskFull = false
    return false
  }

  return {
    recordWriteError(error) {
      if (hasCode(error, '53100')) mayBeDiskFull = true
    },
    async isUnavailable() {
      try {
        return await rejectsWrites()
      } catch (error) {
        if (isDatabaseUnavailable(error)) return true
        throw error
      }
    },
  }
}

/** A missing file has the same code as a missing socket, but another system call. */
function isConnectionOrSqlState(error: Error): boolean {
  return codeOf(error) !== 'ENOENT' || ('syscall' in error && error.syscall === 'connect')
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && (codeOf(error) === code || hasCode(error.cause, code))
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}

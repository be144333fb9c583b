import { formatBytes } from '../../domain/bytes-text.ts'
import { messageWithoutValues } from '../db/logged-error.ts'

type Versions = { from: number; to: number; dataDir: string }

/** What a new database, its log and the backup need beside the old one, at most. */
export function neededBytes(databaseBytes: number): number {
  return Math.ceil(databaseBytes * 1.5) + 400 * 1024 ** 2
}

/** Throws Error with a message for the operator when the disk is too small. */
export function requireFreeSpace(databaseBytes: number, freeBytes: number): void {
  const needed = neededBytes(databaseBytes)
  if (freeBytes >= needed) return
  throw new Error(
    `the move needs ${formatBytes(needed)} of free disk space, and there are ${formatBytes(freeBytes)}. Make room, and start again`,
  )
}

/** A message for the operator: why the database was not moved, and what works meanwhile. */
export function upgradeError(cause: unknown, { from, to, dataDir }: Versions): Error {
  const reason = isDiskFull(cause)
    ? 'the disk is full. Make room, and start again'
    : messageWithoutValues(cause).replace(/\.$/, '')
  return new Error(
    `The database in ${dataDir} was not moved from PostgreSQL ${from} to ${to}: ${reason}. Nothing has changed: the release that you used before runs on it.`,
    { cause },
  )
}

/** SQLSTATE 53100 is disk_full. A server that cannot start has it in its output. */
function isDiskFull(cause: unknown): boolean {
  const { code, message } = Object(cause)
  return code === 'ENOSPC' || code === '53100' || /No space left on device|disk of .* is full/.test(message)
}

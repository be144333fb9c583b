import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const lockTimeoutMs = 1500

/**
 * One process per data folder. Node has no file lock of its own, SQLite's is one: it belongs to the process, so the
 * kernel gives it back however the process ends, and a pid that was used again cannot be mistaken for the holder.
 * Throws a sentence when another process holds it; returns what releases it.
 */
export function lockDataDir(dataDir: string): () => void {
  const file = new DatabaseSync(join(dataDir, 'lock'), { timeout: lockTimeoutMs })
  try {
    file.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    file.close()
    throw new Error(
      `Another Tipdrop process is using the data in ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      { cause },
    )
  }
  return () => file.close()
}

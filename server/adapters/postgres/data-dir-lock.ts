import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { productName } from '../../../contract/product.ts'

const lockTimeoutMs = 1500

/**
 * Allows one process per data folder. Node has no file lock, so SQLite's is used: it belongs to the process, so the
 * kernel releases it however the process ends, and a reused pid cannot be mistaken for the holder. Throws a message
 * when another process holds it; returns the function to release it.
 */
export function lockDataDir(dataDir: string): () => void {
  const file = new DatabaseSync(join(dataDir, 'lock'), { timeout: lockTimeoutMs })
  try {
    file.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    file.close()
    throw new Error(
      `Another ${productName} process is using the data in ${dataDir}. Stop it first, or set DATA_DIR to a different folder.`,
      { cause },
    )
  }
  return () => file.close()
}

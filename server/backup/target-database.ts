import type pg from 'pg'
import { startPostgres } from '../adapters/postgres/start.ts'
import type { Config } from '../config.ts'

export type TargetDatabase = { connection: pg.PoolConfig; close(): Promise<void> }

/**
 * The database of DATABASE_URL, otherwise the bundled one of DATA_DIR, which is created when it is missing. Throws Error
 * with a message for the operator, also while an instance runs on the folder.
 */
export async function openTargetDatabase({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<TargetDatabase> {
  if (databaseUrl) return { connection: { connectionString: databaseUrl }, close: async () => undefined }
  const log = { info: () => undefined, warn: () => undefined, error: console.error }
  const postgres = await startPostgres({ dataDir, log })
  return { connection: postgres.connection, close: postgres.stop }
}

import type { PoolConfig } from 'pg'
import type { Config } from '../../config.ts'
import type { BasicLogger } from '../../ports/index.ts'
import { startPostgres } from './start.ts'

export type OpenDatabase = { connection: PoolConfig; stop(): Promise<void> }

/**
 * The PostgreSQL server of DATABASE_URL; otherwise starts the bundled one. `isLaunched` never rejects: it resolves when
 * the first process of the bundled server runs, or `opened` has settled.
 */
export function openDatabase(
  { databaseUrl, dataDir }: Config,
  log: BasicLogger,
): { isLaunched: Promise<void>; opened: Promise<OpenDatabase> } {
  if (databaseUrl) {
    const connection = { connectionString: databaseUrl }
    const opened = Promise.resolve({ connection, stop: async () => undefined })
    return { isLaunched: Promise.resolve(), opened }
  }
  const { promise: isLaunched, resolve: onLaunch } = Promise.withResolvers<void>()
  const opened = startPostgres({ dataDir, log, onLaunch })
  // A failure is reported to whoever awaits `opened`, which can be later.
  opened.then(
    () => onLaunch(),
    () => onLaunch(),
  )
  return { isLaunched, opened }
}

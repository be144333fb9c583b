import { join } from 'node:path'
import pg from 'pg'
import { upgradePaths } from '../adapters/postgres/cluster-version.ts'
import { type Connection, ensureDatabase } from '../adapters/postgres/wait-until-ready.ts'
import { archivePlace } from '../backup/archive-place.ts'
import { createBackup } from '../backup/create-backup.ts'
import type { Config } from '../config.ts'
import { formatFinding, verifyLedger } from '../verify/run-checks.ts'
import { copyDatabase } from './copy-database.ts'
import type { Reporter } from './reporter.ts'

/** The size of our database in bytes, and whether an instance has used it. */
export async function describeOldDatabase(
  connection: Connection,
): Promise<{ bytes: number; isUsed: boolean }> {
  const ours = await withClient({ ...connection, database: 'postgres' }, async (client) => {
    const sql = 'select pg_database_size(datname)::text as bytes from pg_database where datname = $1'
    const { rows } = await client.query<{ bytes: string }>(sql, [connection.database])
    return rows[0]
  })
  if (!ours) return { bytes: 0, isUsed: false }
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ found: boolean }>(
      "select to_regclass('public.instance') is not null as found",
    )
    const isUsed = rows[0]?.found === true && (await client.query('select from instance')).rowCount === 1
    return { bytes: Number(ours.bytes), isUsed }
  })
}

/** Backs up a database without the files, and reads the archive back. Returns its name in the folder of the upgrade. */
export async function backUpDatabase(
  connection: Connection,
  { config, dataDir, name }: { config: Pick<Config, 'backup'>; dataDir: string; name: string },
  { onProgress }: Reporter,
): Promise<string> {
  const { key } = config.backup
  const file = `${name}.tar${key ? '.age' : ''}`
  const place = await archivePlace(join(upgradePaths(dataDir).folder, file), config)
  await withClient(connection, (client) =>
    createBackup({ client, store: undefined, place, dataDir, key, onProgress }),
  )
  return file
}

/** Copies a database, compares every table, and migrates the copy to this version, which verifying needs. */
export async function copyAndCompare(source: Connection, target: Connection, { onProgress }: Reporter) {
  await ensureDatabase(target)
  return withClient(source, (from) =>
    withClient(target, (to) => copyDatabase({ source: from, target: to, connection: target, onProgress })),
  )
}

/**
 * Verifies the ledger of the copy, which equals the original: one that does not add up did not before, and is no reason
 * to refuse the start. Returns whether it adds up.
 */
export async function verifyCopiedLedger(
  connection: Connection,
  { onProgress, print }: Reporter,
): Promise<boolean> {
  const findings = await withClient(connection, (client) => verifyLedger(client, { onProgress }))
  for (const finding of findings) print(formatFinding(finding))
  return findings.length === 0
}

async function withClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 })
  // An error of the connection is thrown by the query that needs it.
  client.on('error', () => undefined)
  await client.connect()
  return work(client).finally(() => client.end().catch(() => undefined))
}

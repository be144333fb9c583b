import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import type { Logger } from 'pino'
import { diskStore } from './adapters/disk.ts'
import { localSecret } from './adapters/local-secret.ts'
import { mailToDisk } from './adapters/mail-to-disk.ts'
import { openQueue, type PgBossQueue } from './adapters/pg-boss-queue.ts'
import { startPostgres } from './adapters/postgres/start.ts'
import { type Sandbox, sandboxProvider } from './adapters/sandbox/sandbox.ts'
import { randomId, systemClock } from './adapters/system-clock.ts'
import type { Config } from './config.ts'
import { databaseOn, openPool } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { bindInstance } from './features/system/bind-mode.ts'
import type { Clock } from './ports/clock.ts'
import type { Ports } from './ports/index.ts'

/** Every adapter, chosen by the configuration and tied to its port. `stop` ends them in reverse order. */
export type Wired = { ports: Ports; sandbox: Sandbox; queue: PgBossQueue; stop(): Promise<void> }

type Wiring = { config: Config; log: Logger; migrations?: string; clock?: Clock }

/** Opens database, queue, files, mail and card provider. Throws a sentence when one of them cannot be had. */
export async function wire({ config, log, migrations, clock = systemClock }: Wiring): Promise<Wired> {
  const { dataDir, currency } = config
  const database = await openDatabase(config, log)
  const stops: Array<() => Promise<void>> = [database.stop]
  const stop = async () => {
    for (const step of stops.toReversed()) await step()
  }
  try {
    const pool = openPool(database.connection, (error) =>
      log.error({ err: error }, 'database connection lost'),
    )
    stops.push(() => pool.end())
    await migrate(pool, migrations)
    const queue = await openQueue(database.connection, log)
    stops.push(() => queue.stop())

    const db = databaseOn(pool)
    const secret = config.sessionSecret ?? (await localSecret(dataDir, 'session'))
    const sandboxSecret = await localSecret(dataDir, 'sandbox-webhooks')
    const sandbox = sandboxProvider({ db, clock, log, secret: sandboxSecret, currency })
    const mailer = mailToDisk({ folder: join(dataDir, 'mail'), from: config.mailFrom, clock })
    const files = diskStore(join(dataDir, 'files'))
    const ports = {
      config,
      secret,
      db,
      pool,
      payments: sandbox,
      files,
      mailer,
      queue,
      clock,
      newId: randomId,
      log,
    }
    await bindInstance(ports)
    return { ports, sandbox, queue, stop }
  } catch (fault) {
    await stop()
    throw fault
  }
}

/** PostgreSQL where DATABASE_URL says, or our own on this machine. */
async function openDatabase(
  { databaseUrl, dataDir }: Config,
  log: Logger,
): Promise<{ connection: PoolConfig; stop(): Promise<void> }> {
  if (databaseUrl) return { connection: { connectionString: databaseUrl }, stop: async () => undefined }
  return startPostgres({ dataDir, log })
}

import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import type { Logger } from 'pino'
import { diskStore } from './adapters/disk.ts'
import { documentRenderer } from './adapters/documents/renderer.ts'
import { guardedProvider } from './adapters/guarded-provider.ts'
import { localSecret } from './adapters/local-secret.ts'
import { mailToDisk } from './adapters/mail-to-disk.ts'
import { openQueue, type PgBossQueue } from './adapters/pg-boss-queue.ts'
import { startPostgres } from './adapters/postgres/start.ts'
import { type Sandbox, sandboxProvider } from './adapters/sandbox/sandbox.ts'
import { smtpMailer } from './adapters/smtp.ts'
import { runStopSteps, type StopStep } from './adapters/stop-steps.ts'
import { randomId, systemClock } from './adapters/system-clock.ts'
import type { Config } from './config.ts'
import { type Database, databaseOn, openPool } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { guardMailer } from './features/mail/guard.ts'
import { guardStore } from './features/storage/guard.ts'
import { bindInstance } from './features/system/bind-mode.ts'
import { reportProviderAway } from './features/system/provider-health.ts'
import type { Clock } from './ports/clock.ts'
import type { FileStore } from './ports/file-store.ts'
import type { Ports } from './ports/index.ts'
import type { Mailer } from './ports/mailer.ts'

/**
 * Every adapter, chosen by the configuration and tied to its port. `sandbox` is there when it takes the cards. `stop` ends
 * them in reverse order.
 */
export type Wired = { ports: Ports; sandbox: Sandbox | undefined; queue: PgBossQueue; stop(): Promise<void> }

type Wiring = { config: Config; log: Logger; migrations?: string; clock?: Clock }

/** Opens database, queue, files, mail and card provider. Throws a sentence when one of them cannot be had. */
export async function wire({ config, log, migrations, clock = systemClock }: Wiring): Promise<Wired> {
  const { dataDir } = config
  const database = await openDatabase(config, log)
  const stops: Array<StopStep> = [{ name: 'database', run: database.stop, timeoutMs: 3_000 }]
  let stopping = false
  const stop = async () => {
    stopping = true
    await runStopSteps(stops.toReversed(), (name, error) =>
      log.error({ err: error, part: name }, 'a part did not stop in time'),
    )
  }
  try {
    // Connections that our own stop ends are no news.
    const pool = openPool(database.connection, (error) => {
      if (!stopping) log.error({ err: error }, 'database connection lost')
    })
    stops.push({ name: 'database connections', run: () => pool.end(), timeoutMs: 500 })
    await migrate(pool, migrations)
    const queue = await openQueue(database.connection, log)
    stops.push({ name: 'queue', run: () => queue.stop(), timeoutMs: 1_500 })

    const db = databaseOn(pool)
    const secret = config.sessionSecret ?? (await localSecret(dataDir, 'session'))
    const { payments, onOpen, sandbox } = await openPayments({ config, db, clock, log })
    const { mailer, close } = openMailer(config, clock)
    stops.push({ name: 'mail', run: close, timeoutMs: 500 })
    const files = await openFiles(config)
    const documents = documentRenderer({ log })
    stops.push({ name: 'documents', run: documents.close, timeoutMs: 500 })
    const ports: Ports = {
      config,
      secret,
      db,
      pool,
      payments,
      files,
      mailer,
      queue,
      documents,
      clock,
      newId: randomId,
      log,
    }
    await bindInstance(ports)
    onOpen(() => void reportProviderAway(ports))
    ports.files = guardStore(ports)
    ports.mailer = guardMailer(ports)
    return { ports, sandbox, queue, stop }
  } catch (fault) {
    await stop()
    throw fault
  }
}

type Opening = { config: Config; db: Database; clock: Clock; log: Logger }

/** Stripe where its keys are set, or the sandbox. Stripe's package is large: it is read only where it is used. */
async function openPayments({
  config,
  ...given
}: Opening): Promise<ReturnType<typeof guardedProvider> & { sandbox: Sandbox | undefined }> {
  const { stripe, currency, dataDir, sandboxKnobs: knobs } = config
  if (stripe) {
    const { stripeProvider } = await import('./adapters/stripe/stripe.ts')
    const { jobTimeouts, requestTimeouts } = await import('./adapters/stripe/client.ts')
    const options = { ...stripe, ...given, currency }
    const forRequests = stripeProvider({ ...options, timeouts: requestTimeouts })
    const forJobs = stripeProvider({ ...options, timeouts: jobTimeouts })
    return { ...guardedProvider({ forRequests, forJobs, log: given.log }), sandbox: undefined }
  }
  const secret = await localSecret(dataDir, 'sandbox-webhooks')
  const sandbox = sandboxProvider({ ...given, secret, currency, ...(knobs && { knobs }) })
  return { ...guardedProvider({ forRequests: sandbox, log: given.log }), sandbox }
}

/** The object store of the S3_ settings, or a folder. Its package is large: it is read only where it is used. */
async function openFiles({ s3, dataDir, publicUrl }: Config): Promise<FileStore> {
  if (!s3) return diskStore(join(dataDir, 'files'))
  const { s3Store } = await import('./adapters/s3.ts')
  // A browser on a page over https is not sent to a store without it.
  const handsOut = s3.endpoint.startsWith('https:') || publicUrl.startsWith('http:')
  return s3Store(s3, { handsOut })
}

/** The mail server of SMTP_URL, or a folder on this machine. */
function openMailer(
  { smtpUrl, mailFrom: from, dataDir }: Config,
  clock: Clock,
): { mailer: Mailer; close(): void } {
  if (!smtpUrl) {
    return { mailer: mailToDisk({ folder: join(dataDir, 'mail'), from, clock }), close: () => undefined }
  }
  const mailer = smtpMailer({ url: smtpUrl, from })
  return { mailer, close: mailer.close }
}

/** PostgreSQL where DATABASE_URL says, or our own on this machine. */
async function openDatabase(
  { databaseUrl, dataDir }: Config,
  log: Logger,
): Promise<{ connection: PoolConfig; stop(): Promise<void> }> {
  if (databaseUrl) return { connection: { connectionString: databaseUrl }, stop: async () => undefined }
  return startPostgres({ dataDir, log })
}

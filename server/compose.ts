import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import type { Logger } from 'pino'
import { createDiskFileStore } from './adapters/disk-file-store.ts'
import { createDiskMailer } from './adapters/disk-mailer.ts'
import { documentRenderer } from './adapters/documents/renderer.ts'
import { readOrCreateSecret } from './adapters/local-secret.ts'
import { createQueue, type PgBossQueue } from './adapters/pg-boss-queue.ts'
import { startPostgres } from './adapters/postgres/start.ts'
import { resilientProvider } from './adapters/resilient-provider.ts'
import { type Sandbox, sandboxProvider } from './adapters/sandbox/provider.ts'
import { smtpMailer } from './adapters/smtp-mailer.ts'
import { runStopSteps, type StopStep } from './adapters/stop-steps.ts'
import { systemClock } from './adapters/system-clock.ts'
import type { Config } from './config.ts'
import { createDatabase, type Database, openPool } from './db/database.ts'
import { assertMigrated, type MigrationFolders, migrate } from './db/migrate.ts'
import { randomPublicId } from './db/public-id.ts'
import { bindInstance } from './features/instance/bind-instance.ts'
import { reportProviderUnavailable } from './features/instance/provider-health.ts'
import { alertingMailer } from './features/mail/alerting-mailer.ts'
import { monitoredStore } from './features/storage/monitored-store.ts'
import type { Clock } from './ports/clock.ts'
import type { FileStore } from './ports/file-store.ts'
import type { Ports } from './ports/index.ts'
import type { Mailer } from './ports/mailer.ts'

/**
 * The adapters chosen by the configuration, as ports. `sandbox` is set when it is the card provider. `stop` ends them
 * in reverse order.
 */
export type Application = {
  ports: Ports
  sandbox: Sandbox | undefined
  queue: PgBossQueue
  stop(): Promise<void>
}

type ComposeOptions = { config: Config; log: Logger; migrations?: MigrationFolders; clock?: Clock }

/** Opens database, queue, file store, mailer and card provider. Throws a message when one of them is not available. */
export async function compose({
  config,
  log,
  migrations,
  clock = systemClock,
}: ComposeOptions): Promise<Application> {
  const { dataDir } = config
  const database = await openDatabase(config, log)
  const shutdownSteps: Array<StopStep> = [{ name: 'database', run: database.stop, timeoutMs: 3_000 }]
  let stopping = false
  const stop = async () => {
    stopping = true
    await runStopSteps(shutdownSteps.toReversed(), (name, error) =>
      log.error({ err: error, part: name }, 'a part did not stop in time'),
    )
  }
  try {
    // Connections that our own shutdown closes are not logged.
    const { databaseConnections: max } = config
    const pool = openPool({ ...database.connection, ...(max && { max }) }, (error) => {
      if (!stopping) log.error({ err: error }, 'database connection lost')
    })
    shutdownSteps.push({ name: 'database connections', run: () => pool.end(), timeoutMs: 500 })
    const prepareSchema = config.migrate === 'check' ? assertMigrated : migrate
    await prepareSchema(pool, {
      provider: config.stripe ? 'stripe' : 'sandbox',
      ...(migrations && { folders: migrations }),
    })
    const queue = await createQueue(database.connection, log)
    shutdownSteps.push({ name: 'queue', run: () => queue.stop(), timeoutMs: 1_500 })

    const db = createDatabase(pool)
    const secret = config.sessionSecret ?? (await readOrCreateSecret(dataDir, 'session'))
    const { payments, onOpen, sandbox } = await createPaymentProvider({ config, db, clock, log })
    const { mailer, close } = createMailer(config, clock)
    shutdownSteps.push({ name: 'mail', run: close, timeoutMs: 500 })
    const fileStore = await createFileStore(config)
    const documents = documentRenderer({ log })
    shutdownSteps.push({ name: 'documents', run: documents.close, timeoutMs: 500 })
    const ports: Ports = {
      config,
      secret,
      db,
      pool,
      paymentProvider: payments,
      fileStore,
      mailer,
      queue,
      documents,
      clock,
      newPublicId: randomPublicId,
      log,
    }
    await bindInstance(ports)
    onOpen(() => void reportProviderUnavailable(ports))
    ports.fileStore = monitoredStore(ports)
    ports.mailer = alertingMailer(ports)
    return { ports, sandbox, queue, stop }
  } catch (fault) {
    await stop()
    throw fault
  }
}

type ProviderOptions = { config: Config; db: Database; clock: Clock; log: Logger }

/** Stripe when its keys are set, or else the sandbox. Stripe's package is large and loaded only when used. */
async function createPaymentProvider({
  config,
  ...given
}: ProviderOptions): Promise<ReturnType<typeof resilientProvider> & { sandbox: Sandbox | undefined }> {
  const { stripe, currency, dataDir, sandboxFaults: faults } = config
  if (stripe) {
    const { stripeProvider } = await import('./adapters/stripe/provider.ts')
    const { jobTimeouts, requestTimeouts } = await import('./adapters/stripe/client.ts')
    const options = { ...stripe, ...given, currency }
    const forRequests = stripeProvider({ ...options, timeouts: requestTimeouts })
    const forJobs = stripeProvider({ ...options, timeouts: jobTimeouts })
    return { ...resilientProvider({ forRequests, forJobs, log: given.log }), sandbox: undefined }
  }
  const secret = await readOrCreateSecret(dataDir, 'sandbox-webhooks')
  const sandbox = sandboxProvider({ ...given, secret, currency, ...(faults && { faults }) })
  return { ...resilientProvider({ forRequests: sandbox, log: given.log }), sandbox }
}

/** The object store of the S3_ settings, or else a folder. The S3 package is large and loaded only when used. */
async function createFileStore({ s3, dataDir, publicUrl }: Config): Promise<FileStore> {
  if (!s3) return createDiskFileStore(join(dataDir, 'files'))
  const { createS3FileStore } = await import('./adapters/s3-file-store.ts')
  // Browsers block a redirect from an https page to a store on http.
  const presignedUrlsEnabled = s3.endpoint.startsWith('https:') || publicUrl.startsWith('http:')
  return createS3FileStore(s3, { handsOut: presignedUrlsEnabled })
}

/** The mail server of SMTP_URL, or else a folder on this machine. */
function createMailer(
  { smtpUrl, mailFrom: from, dataDir }: Config,
  clock: Clock,
): { mailer: Mailer; close(): void } {
  if (!smtpUrl) {
    return {
      mailer: createDiskMailer({ folder: join(dataDir, 'mail'), from, clock }),
      close: () => undefined,
    }
  }
  const mailer = smtpMailer({ url: smtpUrl, from })
  return { mailer, close: mailer.close }
}

/** The PostgreSQL of DATABASE_URL, or else our own on this machine. */
async function openDatabase(
  { databaseUrl, dataDir }: Config,
  log: Logger,
): Promise<{ connection: PoolConfig; stop(): Promise<void> }> {
  if (databaseUrl) return { connection: { connectionString: databaseUrl }, stop: async () => undefined }
  return startPostgres({ dataDir, log })
}

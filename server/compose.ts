import type { Logger } from 'pino'
import { normalizeVatId } from '../domain/vat-id.ts'
import { documentRenderer } from './adapters/documents/renderer.ts'
import { imageEncoder } from './adapters/images/image-encoder.ts'
import { readLocalPayoutKey, readOrCreateSecret } from './adapters/local-secret.ts'
import { createOutside } from './adapters/outside/outside.ts'
import { type OpenDatabase, openDatabase } from './adapters/postgres/start.ts'
import { createQueue, type PgBossQueue } from './adapters/queue.ts'
import { sampleMaker } from './adapters/samples/sample-maker.ts'
import type { Sandbox } from './adapters/sandbox/provider.ts'
import { runStopSteps, type StopStep } from './adapters/stop-steps.ts'
import { systemClock } from './adapters/system-clock.ts'
import { vies } from './adapters/vies/vies.ts'
import { endUnsetReplica, replicatedStore, runReplica } from './backup/replica/run-replica.ts'
import type { Config } from './config.ts'
import { createFileStore, createMailer, createPaymentProvider } from './create-services.ts'
import { createDatabase, openPool } from './db/database.ts'
import { assertMigrated, migrate } from './db/migrate.ts'
import { randomPublicId } from './db/public-id.ts'
import { readProPrice } from './features/money/subscriptions/pro-price.ts'
import { claimOwnership } from './features/people/accounts/ownership.ts'
import {
  bindInstance,
  requireCompleteDatabase,
  requireSeller,
} from './features/site/instance/bind-instance.ts'
import { reportProviderUnavailable } from './features/site/instance/health.ts'
import { recordHoldAtStart } from './features/site/settings/repository.ts'
import { requireSoloAtStart } from './features/site/settings/solo-mode.ts'
import { openSettings } from './features/site/settings/store.ts'
import { monitoredStore } from './features/site/storage/monitored-store.ts'
import { alertingMailer } from './features/telling/alerts/mail-server.ts'
import type { Clock } from './ports/clock.ts'
import type { Ports } from './ports/index.ts'

/**
 * The adapters chosen by the configuration, as ports. `sandbox` is set when it is the card provider. `stop` closes the
 * adapters in reverse order.
 */
export type Application = {
  ports: Ports
  sandbox: Sandbox | undefined
  queue: PgBossQueue
  stop(): Promise<void>
}

type ComposeOptions = {
  config: Config
  log: Logger
  /** The configured database, opened by default. */
  database?: Promise<OpenDatabase>
  clock?: Clock
}

/** Opens database, queue, file store, mailer and card provider. Throws when one of them is not available. */
export async function compose({
  config,
  log,
  database: opening = openDatabase(config, log).opened,
  clock = systemClock,
}: ComposeOptions): Promise<Application> {
  const { dataDir } = config
  const database = await opening
  const shutdownSteps: Array<StopStep> = [{ name: 'database', run: database.stop, timeoutMs: 3_000 }]
  let isStopping = false
  const stop = async () => {
    isStopping = true
    await runStopSteps(shutdownSteps.toReversed(), (name, error) =>
      log.error({ err: error, part: name }, 'a part did not stop in time'),
    )
  }
  try {
    // Connections that our own shutdown closes are not logged.
    const { databaseConnections: max } = config
    const pool = openPool({ ...database.connection, ...(max && { max }) }, (error) => {
      if (!isStopping) log.error({ err: error }, 'database connection lost')
    })
    shutdownSteps.push({ name: 'database connections', run: () => pool.end(), timeoutMs: 500 })
    await requireCompleteDatabase(pool)
    const schema = { provider: config.stripe ? ('stripe' as const) : ('sandbox' as const) }
    if (config.migrate === 'check') await assertMigrated(pool, schema)
    // The queue has a schema of its own, so both are prepared at once.
    const [opened, migrated] = await Promise.allSettled([
      createQueue(database.connection, log),
      config.migrate === 'check' ? undefined : migrate(pool, schema),
    ])
    if (opened.status === 'rejected') throw migrated.status === 'rejected' ? migrated.reason : opened.reason
    const queue = opened.value
    shutdownSteps.push({ name: 'queue', run: () => queue.stop(), timeoutMs: 1_500 })
    if (migrated.status === 'rejected') throw migrated.reason

    const db = createDatabase(pool)
    const settings = await openSettings({ db, pool, config, log })
    shutdownSteps.push({ name: 'settings', run: settings.close, timeoutMs: 500 })
    const secret = config.sessionSecret ?? (await readOrCreateSecret(dataDir, 'session'))
    const { payments, onOpen, sandbox } = await createPaymentProvider({ config, db, clock, log })
    const { mailer, close } = await createMailer(config, { clock })
    shutdownSteps.push({ name: 'mail', run: close, timeoutMs: 500 })
    const fileStore = await createFileStore(config)
    const documents = documentRenderer({ log })
    shutdownSteps.push({ name: 'documents', run: documents.close, timeoutMs: 500 })
    const images = imageEncoder({ log })
    shutdownSteps.push({ name: 'images', run: images.close, timeoutMs: 500 })
    const samples = sampleMaker({ log, maxMemoryBytes: config.sampleMemoryBytes })
    shutdownSteps.push({ name: 'samples', run: samples.close, timeoutMs: 500 })
    const outside = createOutside({ allowedOrigins: config.allowedInsideOrigins })
    const ports: Ports = {
      config,
      settings,
      secret,
      payoutKeys: config.payoutKeys ?? [await readLocalPayoutKey(dataDir)],
      db,
      pool,
      paymentProvider: payments,
      fileStore,
      mailer,
      queue,
      documents,
      images,
      samples,
      outside,
      vatRegister: vies({
        outside,
        url: config.viesUrl,
        isOn: () => settings.current().vatRegister === 'vies',
        requester: () => normalizeVatId(settings.current().sellerVatId),
        log,
      }),
      clock,
      newPublicId: randomPublicId,
      log,
    }
    await bindInstance(ports)
    requireSeller(ports)
    await requireSoloAtStart(ports)
    await recordHoldAtStart(ports)
    // Stripe's is read by the sweep, so that no start waits for it.
    if (sandbox) await readProPrice(ports)
    await claimOwnership(ports)
    onOpen(() => void reportProviderUnavailable(ports))
    if (config.migrate !== 'only') {
      await endUnsetReplica({ config, pool, log })
      const replica = runReplica({ config, connection: database.connection, log })
      if (replica) {
        shutdownSteps.push({ name: 'replica', run: replica.stop, timeoutMs: 2_500 })
        ports.replica = replica
        ports.fileStore = replicatedStore(ports.fileStore, replica)
      }
    }
    ports.fileStore = monitoredStore(ports)
    ports.mailer = alertingMailer(ports)
    return { ports, sandbox, queue, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { afterAll, onTestFinished } from 'vitest'
import { normalizeVatId } from '../../domain/vat-id.ts'
import { createDiskFileStore } from '../../server/adapters/disk/file-store.ts'
import { documentRenderer } from '../../server/adapters/documents/renderer.ts'
import { imageEncoder } from '../../server/adapters/images/image-encoder.ts'
import { createLogger } from '../../server/adapters/logger.ts'
import { createDiskMailer } from '../../server/adapters/mail/disk-mailer.ts'
import { serveMetrics } from '../../server/adapters/metrics.ts'
import { createOutside } from '../../server/adapters/outside/outside.ts'
import { createQueue, type Handlers } from '../../server/adapters/queue.ts'
import { sampleMaker } from '../../server/adapters/samples/sample-maker.ts'
import type { FaultConfig } from '../../server/adapters/sandbox/faults.ts'
import { sandboxProvider } from '../../server/adapters/sandbox/provider.ts'
import { sandboxRoutes } from '../../server/adapters/sandbox/routes.ts'
import { vies } from '../../server/adapters/vies/vies.ts'
import { buildApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { createDatabase, openPool } from '../../server/db/database.ts'
import { randomPublicId } from '../../server/db/public-id.ts'
import { settleDueCheckouts } from '../../server/features/buying/checkout/jobs.ts'
import { viewCounterOf } from '../../server/features/earning/analytics/view-buffer.ts'
import { registered } from '../../server/features/index.ts'
import { readProPrice } from '../../server/features/money/subscriptions/pro-price.ts'
import type { Registered } from '../../server/features/register.ts'
import { bindInstance } from '../../server/features/site/instance/bind-instance.ts'
import { recordHoldAtStart } from '../../server/features/site/settings/repository.ts'
import { openSettings } from '../../server/features/site/settings/store.ts'
import { monitoredStore } from '../../server/features/site/storage/monitored-store.ts'
import { alertingMailer } from '../../server/features/telling/alerts/mail-server.ts'
import { deliver } from '../../server/features/telling/deliveries/deliver.ts'
import { endpointLanes } from '../../server/features/telling/deliveries/events.ts'
import { claimDue, claimForEndpoints } from '../../server/features/telling/deliveries/repository.ts'
import { runPeriodicTasks } from '../../server/jobs/periodic.ts'
import { alertOfFailure, channelsOf } from '../../server/jobs/sender.ts'
import { handlersFor } from '../../server/jobs/worker.ts'
import type { FileStore } from '../../server/ports/file-store.ts'
import type { BasicLogger, Ports } from '../../server/ports/index.ts'
import type { PageRenderer } from '../../server/ports/page-renderer.ts'
import type { JobData, JobName } from '../../server/ports/queue.ts'
import { signInAs } from './test-app/creator-client.ts'
import { databaseProbe } from './test-app/database-probe.ts'
import { createHttpClient, type Visitor } from './test-app/http-client.ts'
import { acquireTestDatabase } from './test-database.ts'

/** Pages are tested by the browser journeys. Here the HTML of every page is its own URL, with status 404. */
const stubRenderer: PageRenderer = {
  render: async (url) => ({ status: 404, html: url }),
  locate: () => ({}),
}

/**
 * Shared by all tests of a worker: each renderer starts a thread, which takes a second. Its cache key is only the
 * data.
 */
const sharedDocuments = documentRenderer({ log: createLogger('silent') })
const sharedImages = imageEncoder({ log: createLogger('silent') })
const sharedSamples = sampleMaker({ log: createLogger('silent') })

export type TestApp = Awaited<ReturnType<typeof openTestApp>>['w']

type Options = Parameters<typeof openTestApp>[0]

/**
 * An instance of its own: real database, files, email, queue and card provider, with a clock that does not run until
 * it is advanced. It ends with the test.
 */
export async function createTestApp(options: Options = {}): Promise<TestApp> {
  const { w, close } = await openTestApp(options)
  onTestFinished(close)
  return w
}

/** One instance for all tests of a file, opened by the first one. For tests that do not affect each other. */
export function sharedTestApp(options: Options = {}): () => Promise<TestApp> {
  let opened: ReturnType<typeof openTestApp> | undefined
  afterAll(async () => (await opened)?.close())
  return async () => {
    opened ??= openTestApp(options)
    return (await opened).w
  }
}

async function openTestApp({
  env = {},
  faults = {},
  files: otherFiles,
  logTo,
  renderer = stubRenderer,
  database,
  features = registered,
}: {
  env?: Record<string, string>
  faults?: Partial<FaultConfig>
  /** Instead of a folder. */
  files?: FileStore
  /** Called with every log line, at every level. */
  logTo?: (line: string) => void
  /** Instead of `stubRenderer`. */
  renderer?: PageRenderer
  /** The connection of a test's own PostgreSQL; by default a database of the test server. */
  database?: PoolConfig
  /** Instead of all. */
  features?: Registered
} = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tipdrop-test-app-'))
  const config = readConfig({ DATA_DIR: dataDir, ADMIN_EMAIL: 'admin@example.com', ...env })
  const clock = fakeClock()
  const log = createLogger(logTo ? 'trace' : 'silent', { ...(logTo && { to: { write: logTo } }) })

  const { pool, queue, release } = await (database
    ? openDatabase(database, log, features)
    : acquireTestDatabase(log))
  const db = createDatabase(pool)
  const settings = await openSettings({ db, pool, config, log })
  const secret = config.sessionSecret ?? 'a secret that only this test instance knows'
  const sandbox = sandboxProvider({
    db,
    clock,
    log,
    secret,
    faults,
    currency: config.currency,
    proPrice: config.sandboxProPrice,
  })
  const mailer = createDiskMailer({ folder: join(dataDir, 'mail'), from: config.mailFrom, clock })
  const fileStore = otherFiles ?? createDiskFileStore(join(dataDir, 'files'))
  const documents = logTo ? documentRenderer({ log }) : { ...sharedDocuments, close: async () => undefined }
  const outside = createOutside({ allowedOrigins: config.allowedInsideOrigins })
  const ports: Ports = {
    config,
    settings,
    secret,
    payoutKeys: config.payoutKeys ?? [{ id: 'test', key: Buffer.alloc(32, 7) }],
    db,
    pool,
    paymentProvider: sandbox,
    fileStore,
    mailer,
    queue,
    documents,
    images: sharedImages,
    samples: sharedSamples,
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
  await recordHoldAtStart(ports)
  await readProPrice(ports)
  ports.fileStore = monitoredStore(ports)
  ports.mailer = alertingMailer(ports)
  const { app, unhandledRoutes, drain } = await buildApp(ports, {
    renderer,
    version: '0.0.0',
    features,
    adapterRoutes: [(api) => sandboxRoutes(api, sandbox)],
  })

  const metrics = await serveMetrics(ports, app, 'test')

  const close = async () => {
    await metrics.close()
    await app.close()
    await documents.close()
    await settings.close()
    await release()
    await rm(dataDir, { recursive: true, force: true })
  }

  const handlers = handlersFor(ports, features)
  /** Runs the waiting jobs of a kind. A failed job stays to be retried. */
  async function runJobsOf<Name extends JobName>(name: Name, run: Handlers[Name] = handlers[name]) {
    const waiting = await queue.boss.fetch<JobData[Name]>(name, { batchSize: 100 })
    for (const job of waiting) {
      await run(job.data)
      await queue.boss.complete(name, job.id)
    }
    return waiting.length
  }

  const w = {
    app,
    drain,
    unhandledRoutes,
    ports,
    db,
    clock,
    sandbox,
    dataDir,
    mailbox: mailer.mailbox,
    probe: databaseProbe(db),
    visitor: () => createHttpClient(app),
    creator: (email = 'mara@example.com') => signInAs(createHttpClient(app), mailer.mailbox, email),
    /** Signs in with a browser that may have been used before. */
    signsIn: (who: Visitor, email: string) => signInAs(who, mailer.mailbox, email),
    /** Makes every sign-in too old to count as recent. */
    expireRecentSignIns: () => databaseProbe(db).backdateSessions(clock.now(), 11 * 60_000),
    /** Runs the sweep of checkouts once. */
    settleDueCheckouts: () => settleDueCheckouts(ports),
    /** Runs every periodic task once. */
    runPeriodicTasks: () => runPeriodicTasks(ports, features),
    /** Writes buffered views. */
    countViews: () => viewCounterOf(ports).flush(),
    /** Sends what is due, as the sender does. */
    runJobs: () => sendDue(ports, features),
    /** Runs the jobs that email followers about published items. */
    runFollowerNotices: () => runJobsOf('notify-followers'),
    /** Runs the jobs that cut teasers. */
    runTeaserJobs: () => runJobsOf('make-teaser'),
    /** Runs the jobs that notify owners about their email at a checkout. */
    runOwnerNotices: () => runJobsOf('notify-owner'),
    runJobsOf,
    /** Runs the jobs of payouts: runs and transfers. */
    async runPayoutJobs() {
      while (
        (await runJobsOf('process-payout-run')) +
          (await runJobsOf('send-transfer')) +
          (await runJobsOf('make-payout-batches')) +
          (await runJobsOf('record-payout-result')) >
        0
      );
    },
    /** Delivers the sandbox's webhooks over real HTTP to this instance; returns how many were due. */
    async deliverWebhooks() {
      if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
      const address = app.server.address()
      if (address === null || typeof address === 'string') throw new Error('Not listening')
      await sandbox.applyDueTransitions()
      return sandbox.deliverDueWebhooks(`http://127.0.0.1:${address.port}/api/webhooks/sandbox`)
    },
  }
  return { w, close }
}

/** Sends every delivery that is due, one after the other. */
export async function sendDue(ports: Ports, features: Registered = registered): Promise<void> {
  const channels = channelsOf(features)
  const limit = 1_000
  const now = ports.clock.now()
  for (const channel of ['email', 'webhook', 'push'] as const)
    for (const lanes of ['usual', 'many'] as const)
      for (const row of await claimDue(ports.db, lanes, { channel, now, limit }))
        await deliver(ports, row, { send: channels[channel], onFailed: alertOfFailure })
  // A few at a time for each endpoint.
  for (const lane of Object.values(endpointLanes))
    for (;;) {
      const claimed = await claimForEndpoints(ports.db, lane, { now, limit, inWork: [] })
      if (claimed.length === 0) break
      for (const row of claimed)
        await deliver(ports, row, { send: channels.webhook, onFailed: alertOfFailure })
    }
}

/** For a test that changes tables, or has its own PostgreSQL. */
async function openDatabase(connection: PoolConfig, log: BasicLogger, features: Registered) {
  const pool = openPool(connection, () => undefined)
  const queue = await createQueue(connection, log, Object.keys(features.jobs))
  const release = async () => {
    await queue.stop()
    await pool.end()
  }
  return { pool, queue, release }
}

export type CreatorClient = Awaited<ReturnType<typeof signInAs>>
export type { Visitor }

function fakeClock() {
  let now = new Date('2026-03-01T12:00:00.000Z').getTime()
  return {
    now: () => new Date(now),
    advance(ms: number) {
      now += ms
    },
  }
}

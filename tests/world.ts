import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { afterAll, onTestFinished } from 'vitest'
import { diskStore } from '../server/adapters/disk.ts'
import { documentRenderer } from '../server/adapters/documents/renderer.ts'
import { openLog } from '../server/adapters/log.ts'
import { mailToDisk } from '../server/adapters/mail-to-disk.ts'
import { openQueue } from '../server/adapters/pg-boss-queue.ts'
import type { Knobs } from '../server/adapters/sandbox/mishaps.ts'
import { sandboxRoutes } from '../server/adapters/sandbox/routes.ts'
import { sandboxProvider } from '../server/adapters/sandbox/sandbox.ts'
import { randomId } from '../server/adapters/system-clock.ts'
import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { databaseOn, openPool } from '../server/db/database.ts'
import { guardMailer } from '../server/features/mail/guard.ts'
import { runPayouts } from '../server/features/payouts/runs.ts'
import { sendTransfer } from '../server/features/payouts/transfers.ts'
import { notifyOwner } from '../server/features/purchases/owner-notice.ts'
import { guardStore } from '../server/features/storage/guard.ts'
import { bindInstance } from '../server/features/system/bind-mode.ts'
import { deliverMail } from '../server/jobs/deliver-mail.ts'
import { settleStragglers } from '../server/jobs/settle-stragglers.ts'
import { sweep } from '../server/jobs/sweeper.ts'
import type { FileStore } from '../server/ports/file-store.ts'
import type { Ports } from '../server/ports/index.ts'
import type { PageRenderer } from '../server/ports/page-renderer.ts'
import { takeTestDatabase } from './support/test-database.ts'
import { books } from './world/books.ts'
import { signInAs } from './world/creator.ts'
import { type Visitor, visitor } from './world/visitor.ts'

/** Pages are the browser journeys' business; here every address that is no call answers with its own path. */
const noPages: PageRenderer = {
  render: async (url) => ({ status: 404, html: url }),
  sharedAddress: () => undefined,
}

export type World = Awaited<ReturnType<typeof openWorld>>['w']

type Options = Parameters<typeof openWorld>[0]

/**
 * A whole instance of its own: real database, files, mail, queue and card provider, with a clock that stands still until
 * it is moved. It is gone when the test ends.
 */
export async function world(options: Options = {}): Promise<World> {
  const { w, close } = await openWorld(options)
  onTestFinished(close)
  return w
}

/** One instance for all tests of a file, opened by the first that asks. For tests that see nothing of each other. */
export function sharedWorld(options: Options = {}): () => Promise<World> {
  let opened: ReturnType<typeof openWorld> | undefined
  afterAll(async () => (await opened)?.close())
  return async () => {
    opened ??= openWorld(options)
    return (await opened).w
  }
}

async function openWorld({
  env = {},
  knobs = {},
  files: otherFiles,
  logTo,
  renderer = noPages,
  database,
}: {
  env?: Record<string, string>
  knobs?: Partial<Knobs>
  /** In place of a folder. */
  files?: FileStore
  /** Hears every line of the log, the most talkative level too. */
  logTo?: (line: string) => void
  /** In place of one that answers every page with its own address. */
  renderer?: PageRenderer
  /** Where a test's own PostgreSQL is; else a database of the test server. */
  database?: PoolConfig
} = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tipdrop-world-'))
  const config = readConfig({ DATA_DIR: dataDir, ADMIN_EMAIL: 'admin@example.com', ...env })
  const taken = database ? undefined : await takeTestDatabase()
  const connection = database ?? taken?.database.connection ?? {}
  const clock = stoppedClock()
  const log = openLog(logTo ? 'trace' : 'silent', { ...(logTo && { to: { write: logTo } }) })

  const pool = openPool(connection, () => undefined)
  const db = databaseOn(pool)
  const queue = await openQueue(connection, log)
  const secret = 'a secret that only this test instance knows'
  const sandbox = sandboxProvider({ db, clock, log, secret, currency: config.currency, knobs })
  const mailer = mailToDisk({ folder: join(dataDir, 'mail'), from: config.mailFrom, clock })
  const files = otherFiles ?? diskStore(join(dataDir, 'files'))
  const documents = documentRenderer({ log })
  const ports: Ports = {
    config,
    secret,
    db,
    pool,
    payments: sandbox,
    files,
    mailer,
    queue,
    documents,
    clock,
    newId: randomId,
    log,
  }
  await bindInstance(ports)
  ports.files = guardStore(ports)
  ports.mailer = guardMailer(ports)
  const { app, notBuilt, views, drain } = await buildApp(ports, {
    renderer,
    version: '0.0.0',
    extras: [(api) => sandboxRoutes(api, sandbox)],
  })

  const close = async () => {
    await app.close()
    await documents.close()
    await queue.stop()
    await pool.end()
    await taken?.giveBack()
    await rm(dataDir, { recursive: true, force: true })
  }

  const w = {
    app,
    drain,
    notBuilt,
    ports,
    db,
    clock,
    sandbox,
    dataDir,
    mailbox: mailer.mailbox,
    books: books(db),
    visitor: () => visitor(app),
    creator: (email = 'mara@example.com') => signInAs(visitor(app), mailer.mailbox, email),
    /** Signs in with a browser that may have been used before. */
    signsIn: (who: Visitor, email: string) => signInAs(who, mailer.mailbox, email),
    /** Nobody's sign-in counts as fresh any more. */
    signInsAreOld: () => books(db).agesSignIns(clock.now(), 11 * 60_000),
    /** The sweeper, once. */
    sweep: () => settleStragglers(ports),
    /** Everything that mends itself, once. */
    sweepAll: () => sweep(ports),
    /** Writes down the views that wait to be counted. */
    countViews: () => views.flush(),
    /** Sends what is in the outbox. */
    async runJobs() {
      for (const job of await queue.boss.fetch<{ mailId: string }>('deliver-mail', { batchSize: 100 })) {
        await deliverMail(ports, job.data)
        await queue.boss.complete('deliver-mail', job.id)
      }
    },
    /** Works off the notices to owners whose address was entered at a checkout. */
    async runOwnerNotices() {
      for (const job of await queue.boss.fetch<{ attemptId: string }>('notify-owner', { batchSize: 100 })) {
        await notifyOwner(ports, job.data)
        await queue.boss.complete('notify-owner', job.id)
      }
    },
    /** Works off what payouts have queued: runs to their end, and transfers. A job that fails stays to be tried again. */
    async runPayoutJobs() {
      for (;;) {
        const runs = await queue.boss.fetch<{ runId: string }>('run-payouts', { batchSize: 100 })
        const sent = await queue.boss.fetch<{ payoutId: string }>('send-transfer', { batchSize: 100 })
        if (runs.length + sent.length === 0) return
        for (const job of runs) {
          await runPayouts(ports, job.data)
          await queue.boss.complete('run-payouts', job.id)
        }
        for (const job of sent) {
          await sendTransfer(ports, job.data)
          await queue.boss.complete('send-transfer', job.id)
        }
      }
    },
    /** Posts the sandbox's webhooks over real HTTP to this instance; returns how many were due. */
    async deliverWebhooks() {
      if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
      const address = app.server.address()
      if (address === null || typeof address === 'string') throw new Error('Not listening')
      await sandbox.settleDue()
      return sandbox.deliverDue(`http://127.0.0.1:${address.port}/api/webhooks/sandbox`)
    },
  }
  return { w, close }
}

export type Signed = Awaited<ReturnType<typeof signInAs>>
export type { Visitor }

function stoppedClock() {
  let now = new Date('2026-03-01T12:00:00.000Z').getTime()
  return {
    now: () => new Date(now),
    /** Milliseconds. */
    advance(ms: number) {
      now += ms
    },
  }
}

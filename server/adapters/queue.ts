import { randomUUID } from 'node:crypto'
import type { ClientBase, PoolConfig } from 'pg'
import { type Db as JobDatabase, type JobResult, PgBoss, type Job as PgBossJob } from 'pg-boss'
import { openPool, type Tx } from '../db/database.ts'
import { errorWithoutValues } from '../db/logged-error.ts'
import { connectionOf } from '../db/prepared-query.ts'
import type { BasicLogger } from '../ports/index.ts'
import { type JobData, type JobName, jobNames, type Queue } from '../ports/queue.ts'

export type Handlers = { [N in JobName]: (data: JobData[N]) => Promise<unknown> }
export type PgBossQueue = Queue & {
  boss: PgBoss
  log: BasicLogger
  /** Makes this process's worker of a queue fetch soon. Empty in a process without workers. */
  wakeWorker: Map<JobName, () => void>
  /** Waits briefly for running jobs; unfinished ones are retried by the next process. */
  stop(): Promise<void>
}

/** An interrupted job is retried by the next process. */
const stopTimeoutMs = 1_000

const queueOptions = {
  // One job per singleton key waits; any number may run.
  policy: 'short',
  // The timeout after which a killed worker loses its job. The default is 15 minutes.
  heartbeatSeconds: 10,
  expireInSeconds: 120,
  // Retries with delays from two seconds to ten minutes, for about three hours.
  retryLimit: 25,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 600,
  deleteAfterSeconds: 86_400,
} as const

/** Jobs that wait for a turn in this process longer than others. A dead worker is noticed by its heartbeat anyway. */
const expiryOf: Partial<Record<JobName, number>> = { 'make-teaser': 900, 'measure-recordings': 900 }

/** The queue in PostgreSQL, by pg-boss. Creates or updates its schema, and a queue for each kind of job. */
export async function createQueue(
  connection: PoolConfig,
  log: BasicLogger,
  names: ReadonlyArray<string> = jobNames,
): Promise<PgBossQueue> {
  let isStopping = false
  const onPoolError = (error: Error) => {
    if (!isStopping) log.error({ err: error }, 'queue: database connection lost')
  }
  const options = { max: 5, application_name: 'tipdrop-queue', onConnect: commitAsynchronously }
  const pool = openPool({ ...connection, ...options }, onPoolError)
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schedule: false,
    // How soon a dead worker is noticed after its heartbeat is overdue.
    superviseIntervalSeconds: 3,
    monitorIntervalSeconds: 3,
    maintenanceIntervalSeconds: 600,
  })
  boss.on('error', (error) => log.error({ err: error }, 'queue: error'))
  boss.on('warning', ({ message, data }) => log.warn({ data }, `queue: ${message}`))

  try {
    await boss.start()
    const existing = new Set((await boss.getQueues([...names])).map(({ name }) => name))
    for (const name of names) if (!existing.has(name)) await boss.createQueue(name, queueOptions)
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined)
    await pool.end()
    throw error
  }

  const wakeWorker: PgBossQueue['wakeWorker'] = new Map()
  return {
    boss,
    log,
    wakeWorker,
    async enqueue(tx, { name, data }, options = {}) {
      const { startAfterSeconds = 0, singletonKey = randomUUID(), owner } = options
      await boss.send(name, data, {
        db: inTransaction(tx),
        startAfter: startAfterSeconds,
        ...(owner !== undefined && { group: { id: owner } }),
        ...(expiryOf[name] && { expireInSeconds: expiryOf[name] }),
        // A delayed job must not block an immediate one with the same key.
        singletonKey: startAfterSeconds > 0 ? `${singletonKey} later` : singletonKey,
      })
      if (startAfterSeconds === 0) wakeWorker.get(name)?.()
    },
    async retry(name, id) {
      await boss.retry(name, id)
    },
    async stop() {
      isStopping = true
      await boss.stop({ graceful: true, timeout: stopTimeoutMs })
      await pool.end()
    },
  }
}

/**
 * A power failure may undo that a job was fetched or completed, and then it runs again. Jobs are inserted in the caller's
 * transaction, on another connection.
 */
async function commitAsynchronously(client: ClientBase): Promise<void> {
  await client.query('set synchronous_commit = off')
}

function inTransaction(tx: Tx): JobDatabase {
  return { executeSql: (text, values) => connectionOf(tx).query(text, values) }
}

/** Creates pg-boss's schema and our queues, once for a new database. */
export async function installQueue(connection: PoolConfig): Promise<void> {
  const silentLogger = { info: () => undefined, warn: () => undefined, error: () => undefined }
  await (await createQueue(connection, silentLogger)).stop()
}

/**
 * The delay from a new job to its fetch, by when its transaction has usually committed. Otherwise the polling interval
 * finds it.
 */
const wakeDelayMs = 50

/** How often a worker looks for jobs that another process enqueued or a retry made due. */
const pollingSeconds: { [N in JobName]?: number } = { 'settle-purchase': 0.5 }
const otherPollingSeconds = 2

/** Jobs of different owners that a process takes at once, one of each. They take turns in it (`sampleQueue`). */
const concurrentOwners: Partial<Record<JobName, number>> = { 'make-teaser': 4 }

/** Starts the workers. A handler that throws is logged and its job retried; a job may run twice, but is never lost. */
export async function startWorkers(
  { boss, log, wakeWorker }: PgBossQueue,
  handlers: Handlers,
): Promise<void> {
  for (const name of Object.keys(handlers) as Array<JobName>) {
    const handle = handlers[name] as (data: object) => Promise<unknown>
    const owners = concurrentOwners[name]
    const options = {
      pollingIntervalSeconds: pollingSeconds[name] ?? otherPollingSeconds,
      localConcurrency: owners ?? 2,
      ...(owners && { localGroupConcurrency: 1 }),
      perJobResults: true as const,
    }
    const worker: { id?: string } = {}
    worker.id = await boss.work<object>(name, options, async (jobs) => {
      // After a job there may be another one, so the next fetch does not wait for the polling interval.
      if (jobs.length > 0 && worker.id) boss.notifyWorker(worker.id)
      return Promise.all(jobs.map((job) => runJob(name, job, handle, log)))
    })
    const { id } = worker
    wakeWorker.set(
      name,
      atMostEvery(wakeDelayMs, () => boss.notifyWorker(id)),
    )
  }
}

/** Calls `run` once for all calls of the next `delayMs`, at their end. */
function atMostEvery(delayMs: number, run: () => void): () => void {
  let isScheduled = false
  return () => {
    if (isScheduled) return
    isScheduled = true
    setTimeout(() => {
      isScheduled = false
      run()
    }, delayMs).unref()
  }
}

async function runJob(
  name: JobName,
  job: PgBossJob,
  handle: (data: object) => Promise<unknown>,
  log: BasicLogger,
): Promise<JobResult> {
  try {
    await handle(job.data)
    return { id: job.id, status: 'completed' }
  } catch (error) {
    log.error({ err: error, job: name, jobId: job.id, attempt: job.retryCount + 1 }, 'job failed')
    // pg-boss stores the error with the job, where the admin reads it.
    return { id: job.id, status: 'failed', output: errorWithoutValues(error) }
  }
}

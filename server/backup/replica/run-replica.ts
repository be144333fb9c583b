import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type pg from 'pg'
import type { Config } from '../../config.ts'
import type { FileStore } from '../../ports/file-store.ts'
import type { BasicLogger } from '../../ports/index.ts'
import type { Replica } from '../../ports/replica.ts'
import { withClient } from '../load-database.ts'
import type { ReplicatorOptions, ReplicatorState } from './replicator.ts'
import { dropSlot } from './slot.ts'
import { stopWaiting } from './wait-switch.ts'

export type WorkerData = ReplicatorOptions & {
  to: string
  s3: Config['backup']['s3']
  key: string | undefined
}
export type ToWorker = { copyFile: string } | { stop: true }
export type FromWorker = ReplicatorState

export type RunningReplica = Replica & {
  /** A file was stored. */
  copyFile(key: string): void
  /** Stores what has arrived, and lets no commit wait any more. */
  stop(): Promise<void>
}

const baseIntervalMs = 86_400_000
const startingMs = 30_000
const restartDelayMs = 1_000
/** A thread that says nothing for this long holds up no commit. */
const silentMs = 5_000
const stopMs = 2_000

type RunOptions = { config: Config; connection: pg.PoolConfig; log: BasicLogger }

/**
 * Copies the instance to the place of REPLICATE_TO until `stop`; undefined when there is none. It runs in a thread of its
 * own, because a commit that waits for the copy must not wait for the pages that this thread renders.
 */
export function runReplica({ config, connection, log }: RunOptions): RunningReplica | undefined {
  const { replica, backup, dataDir, s3 } = config
  if (!replica) return undefined
  const workerData: WorkerData = {
    connection: connection as pg.ClientConfig,
    to: replica.to,
    s3: backup.s3,
    key: backup.key,
    dataDir,
    copiesFiles: !s3,
    waits: replica.waits,
    keepDays: replica.keepDays,
    intervalMs: replica.intervalSeconds * 1_000,
    baseIntervalMs,
  }
  const startedAt = Date.now()
  let state: ReplicatorState = { lagMs: 0, isWaiting: false, baseAt: null, filesPending: 0, problem: null }
  let stateAt = Date.now()
  let isStopping = false
  let worker = start()

  function start(): Worker {
    const started = new Worker(workerPath(), { workerData })
    started.on('message', (message: FromWorker) => {
      if (message.problem !== state.problem && message.problem !== null)
        log.warn({ place: replica?.to, problem: message.problem }, 'replica failed, trying again')
      state = message
      stateAt = Date.now()
    })
    started.on('error', (error) => log.error({ err: error }, 'replica thread failed'))
    started.on('exit', async () => {
      if (isStopping) return
      log.error({}, 'replica thread ended unexpectedly, restarting')
      await release()
      await sleep(restartDelayMs, undefined, { ref: false })
      if (!isStopping) worker = start()
    })
    return started
  }

  /** Lets commits go on that wait for a thread that is not there. */
  async function release(): Promise<void> {
    // All connections of the pool may wait.
    await withClient(connection, stopWaiting).catch((error: unknown) =>
      log.error({ err: error }, 'commits that wait could not be released'),
    )
  }
  const watch = setInterval(() => {
    if (Date.now() - stateAt > silentMs) void release()
  }, silentMs).unref()

  return {
    status: () => ({
      place: replica.to,
      lagSeconds: Math.round((state.lagMs + Math.max(0, Date.now() - stateAt - silentMs)) / 100) / 10,
      shouldWait: replica.waits,
      isWaiting: state.isWaiting,
      baseAt: state.baseAt,
      filesPending: state.filesPending,
      problem: state.problem,
      isStarting: Date.now() - startedAt < startingMs,
    }),
    copyFile: (key) => worker.postMessage({ copyFile: key } satisfies ToWorker),
    async stop() {
      isStopping = true
      clearInterval(watch)
      const ended = new Promise((resolve) => worker.once('exit', resolve))
      worker.postMessage({ stop: true } satisfies ToWorker)
      await Promise.race([ended, sleep(stopMs, undefined, { ref: false })])
      await worker.terminate()
    },
  }
}

/**
 * Ends what is left of a replica when REPLICATE_TO is not set any more: its slot would keep up to 2 GB of the log for ever.
 * Never rejects; the next start tries again.
 */
export async function endUnsetReplica({
  config,
  pool,
  log,
}: {
  config: Pick<Config, 'replica' | 'databaseUrl'>
  pool: pg.Pool
  log: BasicLogger
}): Promise<void> {
  // An own PostgreSQL may have a slot of any name for its own replication.
  if (config.replica || config.databaseUrl) return
  await dropSlot(pool).then(
    (isDropped) => isDropped && log.info({}, 'REPLICATE_TO is not set, so the log is kept for it no more'),
    (error: unknown) => log.warn({ err: error }, 'the slot of a former replica could not be dropped'),
  )
}

/** The thread's file beside the built server, or its source. */
function workerPath(): string {
  const built = join(import.meta.dirname, 'replica-worker.js')
  return existsSync(built) ? built : join(import.meta.dirname, 'replica-worker.ts')
}

/** The store, which tells the replica of each file that is complete. */
export function replicatedStore(store: FileStore, replica: Pick<RunningReplica, 'copyFile'>): FileStore {
  return {
    ...store,
    async put(key, bytes, options) {
      const stored = await store.put(key, bytes, options)
      replica.copyFile(key)
      return stored
    },
    async complete(upload) {
      await store.complete(upload)
      replica.copyFile(upload.key)
    },
  }
}

import type { BasicLogger } from '../ports/index.ts'

type LocalJob<Data> = { data: Data; singletonKey: string }

export type LocalJobsOptions<Data> = {
  /** The delay after which the jobs that came meanwhile start together, so that they share their statements. */
  delayMs: number
  batchSize: number
  run(data: Data): Promise<void>
  /** Keeps a job in the database, from where it is run later. */
  store(jobs: Array<LocalJob<Data>>, options: { hasFailed: boolean }): Promise<void>
  log: BasicLogger
}

export type LocalJobs<Data> = {
  add(jobs: Array<LocalJob<Data>>): void
  /** Stores the jobs that have not begun, and waits for the others. */
  stop(): Promise<void>
}

const maxConcurrentBatches = 2
/** More jobs are stored instead of kept in memory. */
const maxWaiting = 500

/** Runs jobs in this process without storing them. Stores those that fail, and those for which there is no room. */
export function createLocalJobs<Data>(options: LocalJobsOptions<Data>): LocalJobs<Data> {
  const { delayMs, batchSize, run, store, log } = options
  const waiting: Array<LocalJob<Data>> = []
  const running = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined

  /** A sweep finds the rows of jobs that could not be stored (see `enqueueCommitted` in ports/queue.ts). */
  const storeOrLog = (jobs: Array<LocalJob<Data>>, hasFailed: boolean) =>
    store(jobs, { hasFailed }).catch((error: unknown) =>
      log.error({ err: error, jobs: jobs.length }, 'jobs could not be stored'),
    )

  async function runBatch(batch: Array<LocalJob<Data>>): Promise<void> {
    const results = await Promise.allSettled(batch.map(({ data }) => run(data)))
    const failed = batch.filter((_, index) => results[index]?.status === 'rejected')
    for (const result of results)
      if (result.status === 'rejected') log.error({ err: result.reason }, 'job failed, will retry')
    if (failed.length > 0) await storeOrLog(failed, true)
  }

  function start() {
    timer = undefined
    while (waiting.length > 0 && running.size < maxConcurrentBatches) {
      const batch = runBatch(waiting.splice(0, batchSize)).finally(() => {
        running.delete(batch)
        start()
      })
      running.add(batch)
    }
  }

  return {
    add(jobs) {
      const room = Math.max(0, maxWaiting - waiting.length)
      waiting.push(...jobs.slice(0, room))
      if (jobs.length > room) void storeOrLog(jobs.slice(room), false)
      timer ??= setTimeout(start, delayMs)
    },
    async stop() {
      clearTimeout(timer)
      const unstarted = waiting.splice(0)
      await Promise.all([...running, unstarted.length > 0 && storeOrLog(unstarted, false)])
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { idleJobHandlers } from '../../tests/support/idle-job-handlers.ts'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import { createDatabase, type Database, openPool } from '../db/database.ts'
import { type Job, jobNames } from '../ports/queue.ts'
import { createQueue, type Handlers, installQueue, type PgBossQueue, startWorkers } from './queue.ts'

const logged: Array<[facts: object, message: string]> = []
const record = (facts: object, message: string) => void logged.push([facts, message])
const log = { info: record, warn: record, error: record }

let connection: pg.PoolConfig
let pool: pg.Pool
let db: Database
let queue: PgBossQueue
let done: Array<string>

beforeEach(async () => {
  connection = (await createTestDatabase()).connection
  pool = openPool(connection, () => undefined)
  db = createDatabase(pool)
  queue = await createQueue(connection, log)
  done = []
  logged.length = 0
})
afterEach(async () => {
  await queue.stop()
  await pool.end()
})

const settleJob = (paymentId: string): Job => ({ name: 'settle-purchase', data: { paymentId } })
const handlers: Handlers = {
  ...idleJobHandlers,
  'settle-purchase': async ({ paymentId }) => void done.push(paymentId),
  'notify-owner': async ({ checkoutId }) => void done.push(checkoutId),
  'process-payout-run': async ({ runId }) => void done.push(runId),
  'send-transfer': async ({ payoutId }) => void done.push(payoutId),
}
const send = (...[job, options]: [job: Job, options?: Parameters<PgBossQueue['enqueue']>[2]]) =>
  db.transaction((tx) => queue.enqueue(tx, job, options))

test('a job sent in a committed transaction is done', async () => {
  await startWorkers(queue, handlers)

  await send(settleJob('pi_1'))
  await send({ name: 'notify-owner', data: { checkoutId: 'm_1' } })

  await vi.waitFor(() => expect(done.toSorted()).toEqual(['m_1', 'pi_1']), 5_000)
})

test('a job sent in a rolled-back transaction does not exist', async () => {
  await startWorkers(queue, handlers)

  const failing = db.transaction(async (tx) => {
    await queue.enqueue(tx, settleJob('pi_lost'))
    throw new Error('no sale')
  })
  await expect(failing).rejects.toThrow('no sale')
  await send(settleJob('pi_kept'))

  await vi.waitFor(() => expect(done).toEqual(['pi_kept']), 5_000)
})

test('only one job of a singleton key is queued; jobs without a key are all queued', async () => {
  for (let i = 0; i < 3; i++) await send(settleJob('pi_once'), { singletonKey: 'pi_once' })
  for (let i = 0; i < 3; i++) await send(settleJob('pi_each'))
  await startWorkers(queue, handlers)

  await vi.waitFor(() => expect(done).toHaveLength(4), 5_000)
  expect(done.toSorted()).toEqual(['pi_each', 'pi_each', 'pi_each', 'pi_once'])
})

test('a job whose key is running is done after it', { tags: ['long'] }, async () => {
  const running = Promise.withResolvers<void>()
  const slowHandlers: Handlers = {
    ...handlers,
    'settle-purchase': async ({ paymentId }) => {
      done.push(paymentId)
      if (done.length === 1) await running.promise
    },
  }
  await startWorkers(queue, slowHandlers)
  await send(settleJob('pi_1'), { singletonKey: 'pi_1' })
  await vi.waitFor(() => expect(done).toHaveLength(1), 5_000)

  await send(settleJob('pi_1'), { singletonKey: 'pi_1' })

  await vi.waitFor(() => expect(done).toHaveLength(2), 5_000)
  running.resolve()
})

test('a delayed job does not block an immediate one with the same key', { tags: ['long'] }, async () => {
  await startWorkers(queue, handlers)

  await send(settleJob('pi_1'), { singletonKey: 'pi_1', startAfterSeconds: 3 })
  await send(settleJob('pi_1'), { singletonKey: 'pi_1' })

  await vi.waitFor(() => expect(done).toHaveLength(1), 2_000)
  await vi.waitFor(() => expect(done).toHaveLength(2), 6_000)
})

test('a failing job is logged with its id and retried', { tags: ['long'] }, async () => {
  let attempts = 0
  const failingOnce: Handlers = {
    ...handlers,
    'notify-owner': async ({ checkoutId }) => {
      attempts += 1
      if (attempts === 1) throw new Error('mail server unavailable')
      done.push(checkoutId)
    },
  }
  await startWorkers(queue, failingOnce)

  await send({ name: 'notify-owner', data: { checkoutId: 'm_1' } })

  await vi.waitFor(() => expect(done).toEqual(['m_1']), 10_000)
  expect(logged).toContainEqual([expect.objectContaining({ job: 'notify-owner', attempt: 1 }), 'job failed'])
})

test('stopping waits for running jobs', { tags: ['long'] }, async () => {
  const slowly: Handlers = {
    ...handlers,
    'settle-purchase': async ({ paymentId }) => {
      done.push('begun')
      await sleep(1_000)
      done.push(paymentId)
    },
  }
  const second = await createQueue(connection, log)
  await startWorkers(second, slowly)
  await send(settleJob('pi_1'))
  await vi.waitFor(() => expect(done).toEqual(['begun']), 5_000)

  await second.stop()

  expect(done).toEqual(['begun', 'pi_1'])
})

test('another worker retries the job of a killed worker', { tags: ['long'] }, async () => {
  await send(settleJob('pi_1'))
  const [claimedJob] = await queue.boss.fetch('settle-purchase')
  expect(claimedJob?.data).toEqual({ paymentId: 'pi_1' })

  await startWorkers(queue, handlers)

  await vi.waitFor(() => expect(done).toEqual(['pi_1']), { timeout: 25_000, interval: 250 })
})

test('lost connections are logged, and work continues', async () => {
  await startWorkers(queue, handlers)

  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tipdrop-queue' and datname = current_database()",
  )
  await send(settleJob('pi_1'))

  await vi.waitFor(() => expect(done).toEqual(['pi_1']), 10_000)
})

test('installing is idempotent, also concurrently', async () => {
  const { connection: fresh } = await createTestDatabase()

  await Promise.all([installQueue(fresh), installQueue(fresh), installQueue(fresh)])
  await installQueue(fresh)

  const second = await createQueue(fresh, log)
  expect((await second.boss.getQueues()).map(({ name }) => name).toSorted()).toEqual(jobNames.toSorted())
  await second.stop()
})

/** With one job per polling interval and worker this would take 75 seconds. */
test('many jobs are done without a pause in between', { tags: ['long'], timeout: 60_000 }, async () => {
  const paymentIds = Array.from({ length: 300 }, (_, index) => `pi_${index}`)
  await db.transaction(async (tx) => {
    for (const paymentId of paymentIds) await queue.enqueue(tx, settleJob(paymentId))
  })

  await startWorkers(queue, handlers)

  await vi.waitFor(() => expect(new Set(done)).toEqual(new Set(paymentIds)), 40_000)
})

test('one owner’s samples run one by one, and another owner’s run meanwhile', {
  tags: ['long'],
}, async () => {
  const first = Promise.withResolvers<void>()
  await startWorkers(queue, {
    ...handlers,
    'make-teaser': async ({ contentId }) => {
      done.push(contentId)
      if (contentId === 'mara 1') await first.promise
    },
  })

  for (const contentId of ['mara 1', 'mara 2', 'mara 3', 'jonas 1'])
    await send({ name: 'make-teaser', data: { contentId } }, { owner: contentId.split(' ')[0] ?? '' })

  await vi.waitFor(() => expect(done).toEqual(['mara 1', 'jonas 1']), 8_000)
  first.resolve()
  await vi.waitFor(() => expect(done.slice(2).toSorted()).toEqual(['mara 2', 'mara 3']), 8_000)
})

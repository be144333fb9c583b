import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import { createQueue, type Handlers, type PgBossQueue, startWorkers } from './pg-boss-queue.ts'

const logged: Array<string> = []
const record = (_facts: object, message: string) => void logged.push(message)
const log = { info: record, warn: record, error: record }

let connection: pg.PoolConfig
let queue: PgBossQueue
let done: Array<string>

beforeEach(async () => {
  connection = (await createTestDatabase()).connection
  queue = await createQueue(connection, log)
  done = []
  logged.length = 0
})
afterEach(() => queue.stop())

/** Starts workers that send emails by `send`. */
function work(send: Handlers['send-email'] = async ({ mailId }) => void done.push(mailId)) {
  const others = ['notify-owner', 'settle-purchase', 'process-payout-run', 'send-transfer'] as const
  const more = ['notify-followers', 'make-teaser', 'notify-alert', 'send-alert-webhook'] as const
  const idle = Object.fromEntries([...others, ...more].map((name) => [name, async () => undefined]))
  return startWorkers(queue, { ...idle, 'send-email': send } as Handlers)
}

const sendCommitted = (...mailIds: Array<string>) =>
  queue.enqueueCommitted(
    'send-email',
    mailIds.map((mailId) => ({ data: { mailId }, singletonKey: mailId })),
  )
const storedCount = async () => (await queue.boss.findJobs('send-email')).length

test('jobs of committed rows run in a process with workers without being stored', async () => {
  await work()

  await sendCommitted('m_1', 'm_2')

  await vi.waitFor(() => expect(done.toSorted()).toEqual(['m_1', 'm_2']), 5_000)
  expect(await storedCount()).toBe(0)
})

test('jobs of committed rows are stored by a process without workers', async () => {
  await sendCommitted('m_1')

  expect(await storedCount()).toBe(1)
})

test('a job of a committed row that fails is logged, stored and retried', async () => {
  let attempts = 0
  await work(async ({ mailId }) => {
    attempts += 1
    if (attempts === 1) throw new Error('mail server unavailable')
    done.push(mailId)
  })

  await sendCommitted('m_1')

  await vi.waitFor(() => expect(done).toEqual(['m_1']), 10_000)
  expect(logged).toContain('job failed, will retry')
})

test('stopping stores the jobs of committed rows that have not begun', async () => {
  await work()
  await sendCommitted('m_1')

  await queue.stop()
  queue = await createQueue(connection, log)

  expect(done).toEqual([])
  expect(await storedCount()).toBe(1)
})

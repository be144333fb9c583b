import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { createTestDatabase } from '../../../../tests/support/test-database.ts'
import { createDatabase, openPool } from '../../../db/database.ts'
import { deliveries } from '../../../db/schema/index.ts'
import { deliver, type OnFailed, type Send } from './deliver.ts'
import { type NewEmail, sendEmail } from './deliveries.ts'
import { claimDue } from './repository.ts'
import { startSender } from './sender.ts'

const hourMs = 3_600_000
const onFailed: OnFailed = async () => undefined
const clock = { now: () => new Date() }

const feedback = (n: number): NewEmail => ({
  kind: 'feedback',
  to: `fan${n}@example.com`,
  data: { feedbackId: n },
  dedupeKey: `feedback/${n}`,
})

function store(w: TestApp, ...emails: Array<NewEmail>) {
  return w.db.transaction(async (tx) => {
    for (const email of emails) await sendEmail(tx, w.ports, email)
  })
}

const claimAll = (w: TestApp) => claimDue(w.db, 'usual', { channel: 'email', now: w.clock.now(), limit: 100 })

/** Claims what is due, and tries to send it once. */
async function tryOnce(w: TestApp, send: Send, whenFailed: OnFailed = onFailed) {
  for (const row of await claimAll(w)) await deliver(w.ports, row, { send, onFailed: whenFailed })
}

const refuse: Send = () => Promise.reject(new Error('connect ECONNREFUSED'))

test('six senders with a slow mail server send each of 200 emails once', async () => {
  const { connection } = await createTestDatabase()
  const w = await createTestApp({ database: connection })
  await store(w, ...Array.from({ length: 200 }, (_, n) => feedback(n)))
  const sent: Array<string> = []
  const email: Send = async (_, { target }) => {
    sent.push(target)
    await sleep(30)
    return 'sent'
  }
  for (let n = 0; n < 6; n++) {
    const pool = openPool({ ...connection, max: 3 }, () => undefined)
    const ports = { ...w.ports, clock, db: createDatabase(pool), pool }
    const stop = startSender(ports, { channels: { email, webhook: refuse, push: refuse }, onFailed })
    onTestFinished(async () => {
      await stop()
      await pool.end()
    })
  }

  await vi.waitFor(
    async () => expect(await w.db.$count(deliveries, eq(deliveries.state, 'sent'))).toBe(200),
    20_000,
  )
  expect(new Set(sent).size).toBe(200)
  expect(sent).toHaveLength(200)
}, 40_000)

test('many emails at once leave half of the connections to others', async () => {
  const w = await createTestApp()
  const many = Array.from({ length: 20 }, (_, n) => ({ ...feedback(n), lane: 2 as const }))
  await store(w, ...many)
  let inWork = 0
  let mostInWork = 0
  const email: Send = async () => {
    inWork += 1
    mostInWork = Math.max(mostInWork, inWork)
    await sleep(20)
    inWork -= 1
    return 'sent'
  }
  const stop = startSender(w.ports, { channels: { email, webhook: refuse, push: refuse }, onFailed })
  onTestFinished(stop)

  await vi.waitFor(
    async () => expect(await w.db.$count(deliveries, eq(deliveries.state, 'sent'))).toBe(20),
    10_000,
  )
  expect(mostInWork).toBe(3)
})

test('what somebody waits for is claimed before what many get, and a process claims no more than asked', async () => {
  const w = await createTestApp()
  await store(w, feedback(1), { ...feedback(2), lane: 0 }, { ...feedback(3), lane: 2 })
  const limits = { channel: 'email', now: w.clock.now(), limit: 1 } as const

  const first = await claimDue(w.db, 'usual', limits)
  const second = await claimDue(w.db, 'usual', limits)
  const third = await claimDue(w.db, 'usual', limits)
  const many = await claimDue(w.db, 'many', limits)

  expect([first, second, third, many].map((rows) => rows.map(({ target }) => target))).toEqual([
    ['fan2@example.com'],
    ['fan1@example.com'],
    [],
    ['fan3@example.com'],
  ])
})

test('an email whose process died is claimed by another one when the lease ends', async () => {
  const w = await createTestApp()
  await store(w, feedback(1))
  await claimAll(w)

  w.clock.advance(119_000)
  expect(await claimAll(w)).toEqual([])
  w.clock.advance(1_000)

  expect(await claimAll(w)).toMatchObject([{ attempts: 2 }])
})

test('a process whose lease has ended does not undo what another one stored', async () => {
  const w = await createTestApp()
  await store(w, feedback(1))
  const [lost] = await claimAll(w)
  if (!lost) throw new Error('Nothing was claimed')
  w.clock.advance(120_000)
  await claimAll(w)

  await deliver(w.ports, lost, { send: refuse, onFailed })

  expect(await w.db.select().from(deliveries)).toMatchObject([{ attempts: 2, error: '', state: 'waiting' }])
})

test('an email of a rolled back transaction is told to nobody', async () => {
  const w = await createTestApp()

  await w.db
    .transaction(async (tx) => {
      await sendEmail(tx, w.ports, feedback(1))
      throw new Error('rolled back')
    })
    .catch(() => undefined)

  expect(await claimAll(w)).toEqual([])
})

test('two emails of a kind with the same dedupe key are one, also when they are stored at once', async () => {
  const w = await createTestApp()

  await Promise.all(Array.from({ length: 5 }, () => store(w, feedback(1))))
  await store(w, { ...feedback(2), dedupeKey: 'feedback/1' })

  expect(await claimAll(w)).toMatchObject([{ target: 'fan1@example.com' }])
})

test('an email that fails is tried again after two seconds, four, and so on up to ten minutes', async () => {
  const w = await createTestApp()
  await store(w, feedback(1))
  const delays: Array<number> = []

  for (let n = 0; n < 11; n++) {
    await tryOnce(w, refuse)
    const [row] = await w.db.select().from(deliveries)
    const delayMs = (row?.nextAt.getTime() ?? 0) - w.clock.now().getTime()
    delays.push(delayMs / 1_000)
    w.clock.advance(delayMs)
  }

  expect(delays).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600])
  expect(await w.db.select().from(deliveries)).toMatchObject([
    { attempts: 11, state: 'waiting', error: 'connect ECONNREFUSED' },
  ])
})

test('an email fails at the first unsuccessful try after 72 hours, once, with what else happens then', async () => {
  const w = await createTestApp()
  const failures: Array<string> = []
  const whenFailed: OnFailed = async (_tx, _ports, { target }, error) => {
    failures.push(`${target}: ${error}`)
  }
  await store(w, feedback(1))

  w.clock.advance(72 * hourMs - 1)
  await tryOnce(w, refuse, whenFailed)
  expect(failures).toEqual([])
  w.clock.advance(hourMs)
  await tryOnce(w, refuse, whenFailed)
  w.clock.advance(hourMs)
  await tryOnce(w, refuse, whenFailed)

  expect(failures).toEqual(['fan1@example.com: connect ECONNREFUSED'])
  expect(await w.db.select().from(deliveries)).toMatchObject([{ state: 'failed', attempts: 2 }])
})

test('an email whose failure cannot be stored is tried again when its lease ends', async () => {
  const w = await createTestApp()
  await store(w, feedback(1))
  w.clock.advance(72 * hourMs)

  await tryOnce(w, refuse, () => Promise.reject(new Error('no alert')))
  w.clock.advance(120_000)

  expect(await claimAll(w)).toMatchObject([{ state: 'waiting', attempts: 2 }])
})

test('an obsolete email is dropped', async () => {
  const w = await createTestApp()
  await store(w, feedback(1))

  await tryOnce(w, async () => 'dropped')

  expect(await w.db.select().from(deliveries)).toMatchObject([{ state: 'dropped', sentAt: null }])
})

test('a sender looks again after the database was away', async () => {
  const w = await createTestApp()
  const sent: Array<string> = []
  const email: Send = async (_, { target }) => {
    sent.push(target)
    return 'sent'
  }
  const update = vi.spyOn(w.db, 'update').mockImplementation(() => {
    throw new Error('terminating connection')
  })
  const stop = startSender(w.ports, { channels: { email, webhook: refuse, push: refuse }, onFailed })
  onTestFinished(stop)
  await store(w, feedback(1))
  await vi.waitFor(() => expect(update.mock.calls.length).toBeGreaterThan(1))

  update.mockRestore()

  await vi.waitFor(() => expect(sent).toEqual(['fan1@example.com']))
})

test('an email without the facts of its kind does not compile', () => {
  const to = { dedupeKey: 'refund/1', to: 'fan@example.com' }
  const emails: Array<NewEmail> = [
    { ...to, kind: 'refund_issued', data: { purchaseId: 1, refundId: 2 } },
    // @ts-expect-error without its refund
    { ...to, kind: 'refund_issued', data: { purchaseId: 1 } },
    { ...to, kind: 'access_links', data: {} },
  ]

  expect(emails).toHaveLength(3)
})

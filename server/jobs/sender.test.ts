import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test, vi } from 'vitest'
import { completePayment } from '../../contract/purchases.ts'
import { deleteSaleEmails } from '../../tests/support/sent-emails.ts'
import { startSlowMailServer } from '../../tests/support/slow-mail-server.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import { smtpMailer } from '../adapters/mail/smtp-mailer.ts'
import { createDatabase, openPool } from '../db/database.ts'
import { alerts, deliveries, purchases } from '../db/schema/index.ts'
import type { Send } from '../features/telling/deliveries/deliver.ts'
import { startSender } from '../features/telling/deliveries/sender.ts'
import type { Mailer } from '../ports/mailer.ts'
import { alertOfFailure, channelsOf, startDeliveries } from './sender.ts'

const clock = { now: () => new Date() }

/** A test app whose sender can run at the speed of the real clock. */
async function instance() {
  const { connection } = await createTestDatabase()
  return { w: await createTestApp({ database: connection }), connection }
}

function startProcess(w: TestApp, connection: Parameters<typeof openPool>[0], mailer: Mailer) {
  const pool = openPool({ ...connection, max: 4 }, () => undefined)
  const stop = startDeliveries({ ...w.ports, clock, db: createDatabase(pool), pool, mailer })
  onTestFinished(async () => {
    await stop()
    await pool.end()
  })
}

function smtpTo(url: string) {
  const mailer = smtpMailer({ url, from: 'Tips <tips@example.com>' })
  onTestFinished(() => mailer.close())
  return mailer
}

async function sell(w: TestApp, email: string, contentId: number) {
  const fan = w.visitor()
  const { paymentIntentId } = await fan.pays(contentId, { email })
  await fan.call(completePayment, { params: { paymentIntentId } })
  await deleteSaleEmails(w)
}

const waiting = (w: TestApp) => w.db.$count(deliveries, eq(deliveries.state, 'waiting'))

test('three processes with a slow mail server send each access email once', async () => {
  const { w, connection } = await instance()
  const mailServer = await startSlowMailServer(300)
  const item = await (await w.creator()).publishFile()
  const buyers = Array.from({ length: 30 }, (_, index) => `fan${index}@example.com`)
  for (const email of buyers) await sell(w, email, item.id)

  for (let n = 0; n < 3; n++) startProcess(w, connection, smtpTo(mailServer.url))

  await vi.waitFor(async () => expect(await waiting(w)).toBe(0), 20_000)
  expect(mailServer.recipients.toSorted()).toEqual(buyers.toSorted())
}, 40_000)

/** 20 sales while so many emails to followers wait. */
async function sendsWithinASecond(count: number) {
  const { w, connection } = await instance()
  const item = await (await w.creator()).publishFile()
  await w.db.execute(sql`
  insert into deliveries (channel, kind, target, data, dedupe_key, lane, next_at, created_at)
  select 'email', 'follower_update', 'follower@example.com', '{}', n, 2, now(), now()
  from generate_series(1, ${count}::int) as n`)
  const sentAfterMs: Array<number> = []
  const committedAt = new Map<string, number>()
  const email: Send = async (ports, row) => {
    await sleep(50)
    if (row.kind !== 'purchase_access') return 'sent'
    const outcome = await channelsOf().email(ports, row)
    sentAfterMs.push(performance.now() - (committedAt.get(row.target) ?? performance.now()))
    return outcome
  }
  const pool = openPool({ ...connection, max: 4 }, () => undefined)
  const ports = { ...w.ports, clock, db: createDatabase(pool), pool }
  const stop = startSender(ports, { channels: { ...channelsOf(), email }, onFailed: alertOfFailure })
  onTestFinished(async () => {
    await stop()
    await pool.end()
  })

  let slowestSaleMs = 0
  for (let n = 0; n < 20; n++) {
    await sleep(Math.random() * 100)
    const buyer = `fan${n}@example.com`
    const startedAt = performance.now()
    await sell(w, buyer, item.id)
    committedAt.set(buyer, performance.now())
    slowestSaleMs = Math.max(slowestSaleMs, performance.now() - startedAt)
  }

  await vi.waitFor(() => expect(sentAfterMs).toHaveLength(20), 15_000)
  // A machine with other work, whose sales take long too, gets as much more time.
  expect(Math.max(...sentAfterMs)).toBeLessThan(Math.max(1_000, 3 * slowestSaleMs))
}

test('each of 20 access emails is sent within a second', { timeout: 40_000 }, () => sendsWithinASecond(0))

test(
  'each of 20 access emails is sent within a second, behind 10,000 emails to followers',
  {
    timeout: 40_000,
    tags: ['long'],
  },
  () => sendsWithinASecond(10_000),
)

test('every try of an email has the same Message-ID', async () => {
  const w = await createTestApp()
  await w.visitor().purchase((await (await w.creator()).publishFile()).id)
  await deleteSaleEmails(w)
  const ids: Array<string | undefined> = []
  const { send } = w.ports.mailer
  w.ports.mailer.send = async (email) => {
    ids.push(email.messageId)
    if (ids.length === 1) throw new Error('Connection closed')
    await send(email)
  }

  await w.runJobs()
  w.clock.advance(2_000)
  await w.runJobs()

  const [row] = await w.db.select().from(deliveries).where(eq(deliveries.kind, 'purchase_access'))
  expect(ids).toEqual(Array(2).fill(`<delivery-${row?.id}@localhost>`))
})

test('while the mail server is down sales go on, and their emails arrive when it is back', async () => {
  const w = await createTestApp()
  const item = await (await w.creator()).publishFile()
  const disk = w.ports.mailer
  w.ports.mailer = smtpTo('smtp://127.0.0.1:1')
  await sell(w, 'fan@example.com', item.id)
  await w.runJobs()

  const [row] = await w.db.select().from(deliveries).where(eq(deliveries.kind, 'purchase_access'))
  expect(row).toMatchObject({ state: 'waiting', attempts: 1 })
  expect(row?.error).toContain('ECONNREFUSED')
  w.ports.mailer = disk
  w.clock.advance(2_000)
  await w.runJobs()

  expect((await w.mailbox.list()).map(({ to }) => to)).toContain('fan@example.com')
})

test('a mail server that accepts the connection and says nothing delays no other process’s emails', {
  tags: ['long'],
  timeout: 40_000,
}, async () => {
  const { w, connection } = await instance()
  const sockets: Array<Socket> = []
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const address = silent.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  const item = await (await w.creator()).publishFile()
  const working = await startSlowMailServer(0)

  startProcess(w, connection, smtpTo(`smtp://127.0.0.1:${address.port}`))
  await sell(w, 'first@example.com', item.id)
  await vi.waitFor(async () => expect(await attemptsOf(w, 'first@example.com')).toBe(1))
  startProcess(w, connection, smtpTo(working.url))
  for (let n = 0; n < 12; n++) await sell(w, `fan${n}@example.com`, item.id)

  await vi.waitFor(() => expect(working.recipients.length).toBeGreaterThanOrEqual(7), 5_000)
  expect(working.recipients).not.toContain('first@example.com')
  for (const socket of sockets) socket.destroy()
})

async function attemptsOf(w: TestApp, target: string): Promise<number> {
  const [row] = await w.db.select().from(deliveries).where(eq(deliveries.target, target))
  return row?.attempts ?? 0
}

test('an email that could not be sent for 72 hours raises one alert for all of them', async () => {
  const w = await createTestApp()
  const item = await (await w.creator()).publishFile()
  await sell(w, 'ada@example.com', item.id)
  await sell(w, 'bo@example.com', item.id)
  const { send } = w.ports.mailer
  w.ports.mailer.send = () => Promise.reject(new Error('Mailbox unavailable'))

  w.clock.advance(72 * 3_600_000)
  await w.runJobs()
  w.ports.mailer.send = send

  const failed = await w.db.select().from(deliveries).where(eq(deliveries.state, 'failed'))
  expect(failed.map(({ target }) => target).toSorted()).toEqual(['ada@example.com', 'bo@example.com'])
  expect(await w.db.select().from(alerts)).toMatchObject([
    {
      kind: 'delivery-failed',
      target: 'email',
      message:
        'The email purchase_access to bo@example.com couldn’t be sent for three days. Mailbox unavailable',
    },
  ])
  await w.runJobs()
  expect((await w.mailbox.list()).map(({ subject }) => subject)).toContain(
    'Alert: Something couldn’t be sent for three days',
  )
})

test('a sale whose email cannot be stored is not recorded, and is recorded later with its email', async () => {
  const { w } = await instance()
  const item = await (await w.creator()).publishFile()
  const fan = w.visitor()
  const { paymentIntentId } = await fan.pays(item.id)
  const complete = () => fan.call(completePayment, { params: { paymentIntentId } })
  await w.db.execute(sql`alter table deliveries add constraint refuse check (kind <> 'purchase_access')`)

  expect((await complete()).status).toBe(500)
  expect(await w.db.select().from(purchases)).toEqual([])
  await w.db.execute(sql`alter table deliveries drop constraint refuse`)
  expect((await complete()).status).toBe(200)

  await w.runJobs()
  const sent = (await w.mailbox.list()).filter(({ subject }) => subject.endsWith(' is yours'))
  expect(sent).toHaveLength(1)
})

test('an email over SMTP has the Message-ID of its delivery', async () => {
  const messages: Array<Buffer> = []
  const mailServer = await startSlowMailServer(0, (message) => messages.push(message))

  await smtpTo(mailServer.url).send({
    to: 'fan@example.com',
    subject: 'Hello',
    text: 'Hello',
    html: '<p>Hello</p>',
    messageId: '<delivery-1@tips.example.com>',
  })

  const { messageId } = await PostalMime.parse(messages[0] ?? '')
  expect(messageId).toBe('<delivery-1@tips.example.com>')
})

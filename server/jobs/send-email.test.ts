import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { completePayment } from '../../contract/purchases.ts'
import { startSlowMailServer } from '../../tests/support/slow-mail-server.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import { smtpMailer } from '../adapters/mail/smtp-mailer.ts'
import { createQueue, type Handlers, startWorkers } from '../adapters/queue.ts'
import { createDatabase, openPool } from '../db/database.ts'
import { purchases } from '../db/schema/index.ts'
import { sendEmail } from './send-email.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Workers of another process on the same database, which send to a mail server. */
async function startOtherProcess(w: TestApp, connection: Parameters<typeof openPool>[0], smtpUrl: string) {
  const pool = openPool(connection, () => undefined)
  const queue = await createQueue(connection, silent)
  const mailer = smtpMailer({ url: smtpUrl, from: 'Tips <tips@example.com>' })
  const ports = { ...w.ports, db: createDatabase(pool), pool, queue, mailer }
  onTestFinished(async () => {
    await queue.stop()
    mailer.close()
    await pool.end()
  })
  const handlers = { 'send-email': (data: { mailId: string }) => sendEmail(ports, data) }
  await startWorkers(queue, handlers as Handlers)
}

async function sell(w: TestApp, count: number): Promise<Array<string>> {
  const item = await (await w.creator()).publishFile()
  await w.db.execute(sql`delete from pgboss.job`)
  const buyers = Array.from({ length: count }, (_, index) => `fan${index}@example.com`)
  for (const email of buyers) {
    const fan = w.visitor()
    const { paymentIntentId } = await fan.pays(item.id, { email })
    await fan.call(completePayment, { params: { paymentIntentId } })
  }
  return buyers
}

const openJobs = async (w: TestApp) => {
  const { rows } = await w.db.execute(
    sql`select id from pgboss.job where name = 'send-email' and state < 'completed'`,
  )
  return rows.length
}

test('two processes with a slow mail server send each access email once, although its job expires meanwhile', async () => {
  const { connection } = await createTestDatabase()
  const w = await createTestApp({ database: connection })
  const mailServer = await startSlowMailServer(400)
  const buyers = await sell(w, 30)

  await startOtherProcess(w, connection, mailServer.url)
  await startOtherProcess(w, connection, mailServer.url)
  await vi.waitFor(() => expect(mailServer.recipients.length).toBeGreaterThan(3), 10_000)
  // As pg-boss does with a job whose time is over, or whose process is too busy to show a sign of life.
  await w.db.execute(sql`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`)

  await vi.waitFor(async () => expect(await openJobs(w)).toBe(0), 20_000)
  expect(mailServer.recipients.toSorted()).toEqual(buyers.toSorted())
}, 40_000)

test('a sale whose email cannot be enqueued is not recorded, and is recorded later with its email', async () => {
  const w = await createTestApp()
  const item = await (await w.creator()).publishFile()
  await w.runJobs()
  const fan = w.visitor()
  const { paymentIntentId } = await fan.pays(item.id)
  const { enqueueAll } = w.ports.queue
  w.ports.queue.enqueueAll = () => Promise.reject(new Error('no queue'))
  const complete = () => fan.call(completePayment, { params: { paymentIntentId } })

  expect((await complete()).status).toBe(500)
  expect(await w.db.select().from(purchases)).toEqual([])
  w.ports.queue.enqueueAll = enqueueAll
  expect((await complete()).status).toBe(200)

  await w.runJobs()
  const sent = (await w.mailbox.list()).filter(({ subject }) => subject.startsWith('Your access to'))
  expect(sent).toHaveLength(1)
})

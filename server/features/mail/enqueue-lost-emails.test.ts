import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { completePayment } from '../../../contract/purchases.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'
import { runPeriodicTasks } from '../../jobs/periodic-tasks.ts'
import { enqueueLostEmails } from './enqueue-lost-emails.ts'

const accessEmails = async (w: Awaited<ReturnType<typeof createTestApp>>) =>
  (await w.mailbox.list()).filter(({ subject }) => subject.startsWith('Your access to'))

/** A sale whose process ended before it sent the email or stored its job. */
async function saleWithoutJob() {
  const w = await createTestApp()
  const item = await (await w.creator()).publishFile()
  const fan = w.visitor()
  const { paymentIntentId } = await fan.pays(item.id)
  await fan.call(completePayment, { params: { paymentIntentId } })
  await w.db.execute(sql`delete from pgboss.job where name = 'send-email'`)
  return w
}

test('an access email that was lost with its process is sent after half a minute, once', async () => {
  const w = await saleWithoutJob()
  w.clock.advance(29_999)
  expect(await enqueueLostEmails(w.ports)).toBe(0)

  w.clock.advance(1)
  await runPeriodicTasks(w.ports)
  expect(await enqueueLostEmails(w.ports)).toBe(0)
  await w.runJobs()
  expect(await accessEmails(w)).toHaveLength(1)

  w.clock.advance(60_000)
  expect(await enqueueLostEmails(w.ports)).toBe(0)
})

test('an email that failed for good is not sent again', async () => {
  const w = await saleWithoutJob()
  w.clock.advance(30_000)
  expect(await enqueueLostEmails(w.ports)).toBe(1)
  await w.db.execute(sql`update pgboss.job set state = 'failed' where name = 'send-email'`)

  w.clock.advance(60_000)

  expect(await enqueueLostEmails(w.ports)).toBe(0)
})

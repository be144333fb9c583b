import { eq } from 'drizzle-orm'
import { deliveries } from '../../server/db/schema/index.ts'
import type { TestApp } from './test-app.ts'

type SentEmail = { to: string; subject: string; text: string }

/** The emails sent to an address so far. */
export async function sentEmailsTo(w: TestApp, address: string): Promise<Array<SentEmail>> {
  return (await sentEmails(w)).filter(({ to }) => to === address)
}

/** The emails sent so far. */
export async function sentEmails(w: TestApp): Promise<Array<SentEmail>> {
  await w.runJobs()
  return Promise.all(
    (await w.mailbox.list()).map(async ({ id, to, subject }) => ({
      to,
      subject,
      text: (await w.mailbox.read(id))?.text ?? '',
    })),
  )
}

/** For tests that count what buyers get: the creator is told nothing of the sales so far. */
export async function deleteSaleEmails({ db }: Pick<TestApp, 'db'>): Promise<void> {
  await db.delete(deliveries).where(eq(deliveries.kind, 'sale'))
}

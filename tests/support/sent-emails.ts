import type { TestApp } from './test-app.ts'

/** The emails sent to an address so far. */
export async function sentEmailsTo(
  w: TestApp,
  address: string,
): Promise<Array<{ subject: string; text: string }>> {
  await w.runJobs()
  const received = (await w.mailbox.list()).filter(({ to }) => to === address)
  return Promise.all(
    received.map(async ({ id, subject }) => ({ subject, text: (await w.mailbox.read(id))?.text ?? '' })),
  )
}

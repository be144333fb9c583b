import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import { deleteEmailsBefore, enqueueEmail, type NewEmail } from '../mail/outbox.ts'
import { sendOnce } from '../mail/send-once.ts'
import { deleteSignInCodesBefore } from './code-repository.ts'
import { accountEmail } from './outbox-emails.ts'

/** The delay of the job, because the request itself sends the email first. Longer than `sendTimeoutMs`. */
const jobDelaySeconds = 20
/** A code is valid for ten minutes, so its retries must not back off for hours like those of other emails. */
const maxCodeRetryDelaySeconds = 20
/** How long a request waits for the mail server. */
const sendTimeoutMs = 4_000
const dayMs = 24 * 3_600_000

/** Queues emails that a user waits for: `sendQueuedEmails` sends them at once, and their jobs if that fails. */
export async function queueUrgentEmails(
  tx: Tx,
  ports: Ports,
  emails: Array<NewEmail>,
): Promise<Array<number>> {
  const ids: Array<number> = []
  for (const email of emails) {
    const isCode = email.kind === 'sign_in_code' || email.kind === 'email_change_code'
    const id = await enqueueEmail(tx, ports, email, {
      startAfterSeconds: jobDelaySeconds,
      ...(isCode && { maxRetryDelaySeconds: maxCodeRetryDelaySeconds }),
    })
    if (id !== undefined) ids.push(id)
  }
  return ids
}

/** Sends queued emails without waiting for their jobs. False when the mail server did not accept all of them in time. */
export async function sendQueuedEmails(
  ports: Ports,
  ids: Array<number>,
  { timeoutMs = sendTimeoutMs }: { timeoutMs?: number } = {},
): Promise<boolean> {
  const sending = Promise.all(ids.map((id) => trySending(ports, id)))
  const timer = new AbortController()
  const timeout = sleep(timeoutMs, [false], { signal: timer.signal }).catch(() => [false])
  const sent = await Promise.race([sending, timeout])
  timer.abort()
  return sent.every(Boolean)
}

async function trySending(ports: Ports, id: number): Promise<boolean> {
  try {
    await sendOnce(ports, id, (row) => accountEmail(ports, row))
    return true
  } catch (error) {
    ports.log.error({ err: error, mailId: id }, 'email could not be sent right away; the outbox will retry')
    return false
  }
}

/** Deletes expired codes and their emails a day later: until then they explain why a code is rejected. */
export async function removeExpiredCodes({ db, clock }: Ports): Promise<void> {
  const before = new Date(clock.now().getTime() - dayMs)
  await deleteSignInCodesBefore(db, before)
  await deleteEmailsBefore(db, ['sign_in_code', 'email_change_code', 'email_change_taken'], before)
}

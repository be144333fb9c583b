import type { Ports } from '../../../ports/index.ts'
import type { EmailMessage } from '../../../ports/mailer.ts'
import {
  claimEmail,
  claimRenewalMs,
  type EmailRow,
  findEmail,
  markEmailSent,
  releaseClaim,
  renewClaim,
} from './repository.ts'

/**
 * Sends one email of the outbox, unless it is sent already. Throws when another worker is sending it, so that the job is
 * retried if that worker ends. `render` returns undefined for an email that is obsolete. A crash between sending and
 * marking sends an email twice, but it is never lost.
 */
export async function sendOnce(
  ports: Ports,
  mailId: number,
  render: (row: EmailRow) => Promise<EmailMessage | undefined>,
): Promise<void> {
  const { db, mailer, clock, log } = ports
  const row = await findEmail(db, mailId)
  if (!row || row.sentAt) return
  if (!(await claimEmail(db, mailId))) throw new Error('Another worker is sending this email')
  const renewal = setInterval(() => {
    renewClaim(db, mailId).catch((error: unknown) =>
      log.warn({ err: error, mailId }, 'claim of an email could not be renewed, will retry'),
    )
  }, claimRenewalMs)
  try {
    const email = await render(row)
    if (email) await mailer.send(email)
  } catch (error) {
    await releaseClaim(db, mailId).catch((releaseError: unknown) =>
      log.warn({ err: releaseError, mailId }, 'claim of an email could not be released, and expires soon'),
    )
    throw error
  } finally {
    clearInterval(renewal)
  }
  await markEmailSent(db, mailId, clock.now())
}

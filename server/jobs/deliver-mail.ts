import { accountMail } from '../features/accounts/outbox-mails.ts'
import { moderationEmail } from '../features/admin/mails.ts'
import { feedbackEmail } from '../features/feedback/mails.ts'
import { findEmail, markEmailSent } from '../features/mail/outbox.ts'
import { isPayoutEmail, payoutEmail } from '../features/payouts/mails.ts'
import { weeklySummaryEmail } from '../features/pro/weekly-mail.ts'
import { renderEmail } from '../features/purchases/mails.ts'
import { subscriptionEmail } from '../features/subscriptions/mails.ts'
import type { Ports } from '../ports/index.ts'

/** Sends one mail of the outbox. A crash between sending and marking sends it twice; never not at all. */
export async function sendEmail(ports: Ports, { mailId }: { mailId: string }): Promise<void> {
  const { db, mailer, clock } = ports
  const row = await findEmail(db, Number(mailId))
  if (!row || row.sentAt) return
  const mail =
    (await accountMail(ports, row)) ??
    (await subscriptionEmail(ports, row)) ??
    (await weeklySummaryEmail(ports, row)) ??
    (await feedbackEmail(ports, row)) ??
    (await moderationEmail(ports, row)) ??
    (isPayoutEmail(row) ? await payoutEmail(ports, row) : await renderEmail(ports, row))
  // Whoever deleted their account has no address any more.
  if (mail && !row.recipient.endsWith('@deleted.invalid')) await mailer.send(mail)
  await markEmailSent(db, row.id, clock.now())
}

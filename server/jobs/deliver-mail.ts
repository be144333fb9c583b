import { accountMail } from '../features/accounts/outbox-mails.ts'
import { standingMail } from '../features/admin/mails.ts'
import { feedbackMail } from '../features/feedback/mails.ts'
import { mailById, markSent } from '../features/mail/outbox.ts'
import { isPayoutMail, payoutMail } from '../features/payouts/mails.ts'
import { weeklyMail } from '../features/pro/weekly-mail.ts'
import { composeMail } from '../features/purchases/mails.ts'
import { subscriptionMail } from '../features/subscriptions/mails.ts'
import type { Ports } from '../ports/index.ts'

/** Sends one mail of the outbox. A crash between sending and marking sends it twice; never not at all. */
export async function deliverMail(ports: Ports, { mailId }: { mailId: string }): Promise<void> {
  const { db, mailer, clock } = ports
  const row = await mailById(db, Number(mailId))
  if (!row || row.sentAt) return
  const mail =
    (await accountMail(ports, row)) ??
    (await subscriptionMail(ports, row)) ??
    (await weeklyMail(ports, row)) ??
    (await feedbackMail(ports, row)) ??
    (await standingMail(ports, row)) ??
    (isPayoutMail(row) ? await payoutMail(ports, row) : await composeMail(ports, row))
  // Whoever deleted their account has no address any more.
  if (mail && !row.recipient.endsWith('@deleted.invalid')) await mailer.send(mail)
  await markSent(db, row.id, clock.now())
}

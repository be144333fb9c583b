import { accountEmail } from '../features/accounts/outbox-emails.ts'
import { moderationEmail } from '../features/admin/emails.ts'
import { peopleEmail } from '../features/admin/people-emails.ts'
import { alertEmail } from '../features/alert-notices/emails.ts'
import { weeklySummaryEmail } from '../features/beta-features/weekly-summary-email.ts'
import { buyerDataEmail } from '../features/buyer-data/service.ts'
import { contentReviewEmail } from '../features/content-reviews/emails.ts'
import { followerEmail } from '../features/creators/emails.ts'
import { feedbackEmail } from '../features/feedback/emails.ts'
import { invitationEmail } from '../features/invitations/emails.ts'
import type { EmailRow } from '../features/mail/outbox.ts'
import { sendOnce } from '../features/mail/send-once.ts'
import { isPayoutEmail, payoutEmail } from '../features/payouts/emails.ts'
import { subscriptionEmail } from '../features/subscriptions/emails.ts'
import type { Ports } from '../ports/index.ts'
import type { EmailMessage } from '../ports/mailer.ts'
import { renderPurchaseEmail } from './render-purchase-email.ts'

/** Sends one email of the outbox. */
export async function sendEmail(ports: Ports, { mailId }: { mailId: string }): Promise<void> {
  await sendOnce(ports, Number(mailId), (row) => renderEmail(ports, row))
}

async function renderEmail(ports: Ports, row: EmailRow): Promise<EmailMessage | undefined> {
  // Deleted accounts have no address any more.
  if (row.recipient.endsWith('@deleted.invalid')) return undefined
  return (
    (await accountEmail(ports, row)) ??
    buyerDataEmail(ports, row) ??
    (await followerEmail(ports, row)) ??
    (await subscriptionEmail(ports, row)) ??
    (await weeklySummaryEmail(ports, row)) ??
    (await feedbackEmail(ports, row)) ??
    (await alertEmail(ports, row)) ??
    invitationEmail(ports, row) ??
    (await moderationEmail(ports, row)) ??
    (await contentReviewEmail(ports, row)) ??
    (await peopleEmail(ports, row)) ??
    (isPayoutEmail(row) ? await payoutEmail(ports, row) : await renderPurchaseEmail(ports, row))
  )
}

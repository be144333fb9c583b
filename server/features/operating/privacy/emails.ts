import { accessLinkEmails } from '../../buying/access/links.ts'
import { refundRequestEmails } from '../../buying/refunds/emails.tsx'
import { purchaseEmails } from '../../buying/refunds/purchase-emails.ts'
import { fileMissingEmail } from '../../buying/settlement/emails.tsx'
import { testPurchaseEmails } from '../../buying/test-purchases/emails.tsx'
import { weeklySummaryEmails } from '../../earning/pro/weekly-summary.tsx'
import { payoutEmails } from '../../money/payouts/emails.tsx'
import { subscriptionEmails } from '../../money/subscriptions/emails.tsx'
import { invitationEmails } from '../../people/invitations/emails.tsx'
import { accountEmails } from '../../people/sign-in/emails.tsx'
import { followerEmails } from '../../selling/creators/emails.tsx'
import { alertEmails } from '../../telling/alerts/emails.tsx'
import type { EmailKind, EmailRenderers } from '../../telling/deliveries/deliveries.ts'
import { feedbackEmails } from '../feedback/emails.tsx'
import { contentReviewEmails, moderationEmails } from '../moderation/emails.tsx'
import { peopleEmails } from '../staff/emails.tsx'
import { buyerDataEmails } from './buyer-data.ts'

/** The renderer of each kind of email. A kind without one does not compile. */
export const emails: EmailRenderers = {
  ...accessLinkEmails,
  ...accountEmails,
  ...alertEmails,
  ...buyerDataEmails,
  ...contentReviewEmails,
  ...feedbackEmails,
  ...followerEmails,
  ...invitationEmails,
  ...moderationEmails,
  ...payoutEmails,
  ...peopleEmails,
  ...purchaseEmails,
  ...refundRequestEmails,
  ...subscriptionEmails,
  ...testPurchaseEmails,
  ...weeklySummaryEmails,
  file_missing: fileMissingEmail,
}

/** The kinds whose emails are deleted after this many days. */
export function kindsKeptFor(days: number): Array<EmailKind> {
  return (Object.keys(emails) as Array<EmailKind>).filter((kind) => emails[kind].keepDays === days)
}

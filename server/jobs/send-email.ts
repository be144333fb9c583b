import { accessLinksEmail } from '../features/buying/access/links.ts'
import { refundRequestEmail } from '../features/buying/refunds/emails.tsx'
import { fileMissingEmail } from '../features/buying/settlement/emails.tsx'
import { testPurchaseEmail } from '../features/buying/test-purchases/emails.tsx'
import { weeklySummaryEmail } from '../features/earning/pro/weekly-summary.tsx'
import { payoutEmail } from '../features/money/payouts/emails.tsx'
import { subscriptionEmail } from '../features/money/subscriptions/emails.tsx'
import { feedbackEmail } from '../features/operating/feedback/emails.tsx'
import { contentReviewEmail, moderationEmail } from '../features/operating/moderation/emails.tsx'
import { buyerDataEmail } from '../features/operating/privacy/buyer-data.ts'
import { peopleEmail } from '../features/operating/staff/emails.tsx'
import { invitationEmail } from '../features/people/invitations/emails.tsx'
import { accountEmail } from '../features/people/sign-in/emails.tsx'
import { followerEmail } from '../features/selling/creators/emails.tsx'
import { alertEmail } from '../features/telling/alerts/emails.tsx'
import type { EmailRow } from '../features/telling/deliveries/repository.ts'
import { sendOnce } from '../features/telling/deliveries/send-once.ts'
import type { Ports } from '../ports/index.ts'
import type { EmailMessage } from '../ports/mailer.ts'
import { renderPurchaseEmail } from './render-purchase-email.ts'

/** Sends one email of the outbox. */
export async function sendEmail(ports: Ports, { mailId }: { mailId: string }): Promise<void> {
  await sendOnce(ports, Number(mailId), (row) => renderEmail(ports, row))
}

type Kind = EmailRow['kind']
type Rendered = EmailMessage | undefined
type Renderer<K extends Kind> = (ports: Ports, row: EmailRow & { kind: K }) => Promise<Rendered> | Rendered

/** Every kind of email has its renderer: a kind without one does not compile. */
const renderers: { [K in Kind]: Renderer<K> } = {
  purchase_access: renderPurchaseEmail,
  purchase_access_resent: renderPurchaseEmail,
  already_owned: renderPurchaseEmail,
  test_purchase_access: (ports, { recipient, data }) =>
    testPurchaseEmail(ports, recipient, data.testPurchaseId),
  refund_issued: renderPurchaseEmail,
  access_links: (ports, { recipient }) => accessLinksEmail(ports, recipient),
  buyer_data_link: buyerDataEmail,
  buyer_data_erased: buyerDataEmail,
  refund_requested: refundRequestEmail,
  refund_rejected: refundRequestEmail,
  refund_objected: refundRequestEmail,
  refund_review_needed: refundRequestEmail,
  refund_decided: refundRequestEmail,
  refund_undeliverable: renderPurchaseEmail,
  file_missing: (ports, { recipient, data }) => fileMissingEmail(ports, recipient, data.contentId),
  access_revoked: renderPurchaseEmail,
  purchase_email_corrected: renderPurchaseEmail,
  payout_processing: payoutEmail,
  payout_paid: payoutEmail,
  payout_returned: payoutEmail,
  payout_method_changed: payoutEmail,
  payout_method_reminder: payoutEmail,
  payout_account_restricted: payoutEmail,
  feedback: feedbackEmail,
  account_suspended: moderationEmail,
  account_reinstated: moderationEmail,
  content_taken_down: moderationEmail,
  content_reinstated: moderationEmail,
  subscription_started: subscriptionEmail,
  subscription_payment_failed: subscriptionEmail,
  subscription_confirmation_needed: subscriptionEmail,
  subscription_payment_recovered: subscriptionEmail,
  subscription_ended: subscriptionEmail,
  weekly_summary: weeklySummaryEmail,
  follow_confirmation: followerEmail,
  follower_update: followerEmail,
  sign_in_code: accountEmail,
  email_change_code: accountEmail,
  email_change_taken: accountEmail,
  email_changed: accountEmail,
  account_deleted: accountEmail,
  passkey_added: accountEmail,
  passkey_removed: accountEmail,
  passkey_refused: accountEmail,
  passkeys_removed: accountEmail,
  owner_changed: accountEmail,
  staff_invited: peopleEmail,
  staff_removed: peopleEmail,
  new_browser: accountEmail,
  alert_raised: alertEmail,
  alert_digest: alertEmail,
  review_requested: contentReviewEmail,
  content_approved: contentReviewEmail,
  content_rejected: contentReviewEmail,
  sign_up_invitation: invitationEmail,
  // Nothing enqueues it.
  sign_up_refused: () => undefined,
}

async function renderEmail(ports: Ports, row: EmailRow): Promise<Rendered> {
  // Deleted accounts have no address any more.
  if (row.recipient.endsWith('@deleted.invalid')) return undefined
  // The renderer of the row's own kind.
  const render = renderers[row.kind] as Renderer<Kind>
  return render(ports, row)
}

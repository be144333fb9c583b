import type { Ports } from '../../../ports/index.ts'
import type { EmailMessage } from '../../../ports/mailer.ts'
import type { EmailRow } from '../../telling/deliveries/repository.ts'
import { collapseWhitespace, renderEmailLayout } from '../../telling/email/layout.tsx'
import { findFeedback } from './repository.ts'

/** The email of a feedback message to the operator; undefined for other kinds, and when the message does not exist. */
export async function feedbackEmail(
  { db, config }: Ports,
  { kind, recipient, data }: EmailRow,
): Promise<EmailMessage | undefined> {
  if (kind !== 'feedback' || data.feedbackId === undefined) return undefined
  const message = await findFeedback(db, data.feedbackId)
  if (!message) return undefined
  const { type, priority, isPro, subject, email } = message
  const labels = [isPro ? 'Pro' : undefined, priority, type].filter(Boolean).join(' · ')
  return {
    to: recipient,
    subject: `Feedback (${labels}): ${collapseWhitespace(subject)}`,
    ...renderEmailLayout({
      title: subject,
      lines: [labels, message.message, email ? `From ${email}` : 'No email address was given.'],
      button: { label: 'Open inbox', url: `${config.publicUrl}/admin/feedback` },
    }),
  }
}

import type { Ports } from '../../ports/index.ts'
import { mailPage, oneLine } from '../../ports/mail-page.ts'
import type { Mail } from '../../ports/mailer.ts'
import type { MailRow } from '../mail/outbox.ts'
import { feedbackById } from './repository.ts'

/** The mail of a message to the operator; undefined for any other mail, and when the message is gone. */
export async function feedbackMail(
  { db, config }: Ports,
  { kind, recipient, data }: MailRow,
): Promise<Mail | undefined> {
  if (kind !== 'feedback' || data.feedbackId === undefined) return undefined
  const message = await feedbackById(db, data.feedbackId)
  if (!message) return undefined
  const { type, priority, isPro, subject, email } = message
  const marks = [isPro ? 'Pro' : undefined, priority, type].filter(Boolean).join(' · ')
  return {
    to: recipient,
    subject: `Feedback (${marks}): ${oneLine(subject)}`,
    ...mailPage({
      title: subject,
      lines: [marks, message.message, email ? `From ${email}` : 'They left no address.'],
      button: { label: 'Open the inbox', url: `${config.publicUrl}/admin/feedback` },
    }),
  }
}

import { toSingleLine } from '../../../../contract/text.ts'
import { findRow } from '../../../db/rows.ts'
import { feedback } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import {
  type EmailOf,
  type EmailRenderers,
  keptFor,
  transientDays,
} from '../../telling/deliveries/deliveries.ts'
import type { Email } from '../../telling/email/email.ts'

export const feedbackEmails = {
  feedback: keptFor(transientDays, feedbackEmail),
} satisfies Partial<EmailRenderers>

async function feedbackEmail(
  { db, config }: Ports,
  { data }: EmailOf<'feedback'>,
): Promise<Email | undefined> {
  const message = await findRow(db, feedback, { id: data.feedbackId })
  if (!message) return undefined
  const { type, priority, isPro, subject, email } = message
  const labels = [isPro ? 'Pro' : undefined, priority, type].filter(Boolean).join(' · ')
  return {
    subject: `Feedback (${labels}): ${toSingleLine(subject)}`,
    title: subject,
    lines: [labels, message.message, email ? `From ${email}` : 'No email address was given.'],
    button: { label: 'Open inbox', url: `${config.publicUrl}/admin/inbox?kind=feedback` },
  }
}

import type { Ports } from '../../ports/index.ts'
import type { EmailMessage } from '../../ports/mailer.ts'
import { findContentById } from '../content/repository.ts'
import { collapseWhitespace, renderEmailLayout } from '../mail/layout.ts'
import type { EmailRow } from '../mail/outbox.ts'

/** The email about a review before the first publication; undefined for other kinds. */
export async function contentReviewEmail(
  { db, config }: Ports,
  { kind, recipient: to, data }: EmailRow,
): Promise<EmailMessage | undefined> {
  if (kind !== 'review_requested' && kind !== 'content_approved' && kind !== 'content_rejected')
    return undefined
  const row = data.contentId === undefined ? undefined : await findContentById(db, data.contentId)
  if (!row) return undefined
  const item = collapseWhitespace(row.content.title)
  const { id } = row.content
  if (kind === 'review_requested')
    return buildEmail(to, `Please review ${item}`, {
      lines: [`${row.creator.email} wants to publish a first item. It isn’t public until you approve it.`],
      button: { label: 'Review item', url: `${config.publicUrl}/admin/reviews` },
    })
  if (kind === 'content_approved')
    return buildEmail(to, `${item} is published`, {
      lines: ['We’ve looked at your item and published it. Your tip link is now ready to share.'],
      button: { label: 'Open tip page', url: `${config.publicUrl}/p/${id}` },
    })
  return buildEmail(to, `${item} wasn’t published`, {
    lines: ['We’ve looked at your item and can’t publish it as it is.', `Reason: ${data.message ?? ''}`],
    button: { label: 'Edit item', url: `${config.publicUrl}/edit/${id}` },
    closingLines: ['Change it and publish it again, and we’ll take another look.'],
    links: [{ label: 'Contact us', url: `${config.publicUrl}/feedback` }],
  })
}

function buildEmail(
  to: string,
  title: string,
  parts: Omit<Parameters<typeof renderEmailLayout>[0], 'title'>,
): EmailMessage {
  return { to, subject: title, ...renderEmailLayout({ title, ...parts }) }
}

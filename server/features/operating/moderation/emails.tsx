import type { Ports } from '../../../ports/index.ts'
import type { EmailMessage } from '../../../ports/mailer.ts'
import { findContentById } from '../../selling/content/repository.ts'
import type { EmailRow } from '../../telling/deliveries/repository.ts'
import { collapseWhitespace, renderEmailLayout } from '../../telling/email/layout.tsx'

/** The email to a creator whose account or item was suspended or restored; undefined for other kinds. */
export async function moderationEmail(ports: Ports, email: EmailRow): Promise<EmailMessage | undefined> {
  const { kind, recipient: to, data } = email
  const contactLink = { label: 'Contact us', url: `${ports.config.publicUrl}/feedback` }
  if (kind === 'account_suspended')
    return buildEmail(to, 'Your account has been suspended', {
      lines: reasonLines(data.message),
      closingLines: [
        'Your items have been unpublished. Buyers keep what they bought, and your earnings are still on record.',
      ],
      links: [contactLink],
    })
  if (kind === 'account_reinstated')
    return buildEmail(to, 'Your account has been restored', {
      lines: ['You can sign in again, and your items are published again.'],
      button: { label: 'Sign In', url: `${ports.config.publicUrl}/sign-in` },
    })
  if (kind !== 'content_taken_down' && kind !== 'content_reinstated') return undefined
  const row = data.contentId === undefined ? undefined : await findContentById(ports.db, data.contentId)
  if (!row) return undefined
  const title = collapseWhitespace(row.content.title)
  if (kind === 'content_reinstated')
    return buildEmail(to, `Restored: ${title}`, {
      lines: [`We’ve reviewed ${title}, and it’s published again.`],
    })
  return buildEmail(to, `We took down ${title}`, {
    lines: [`We’ve taken down ${title}.`, ...reasonLines(data.message)],
    closingLines: [
      row.content.buyerAccessRevokedAt ? 'Buyers can’t open it for now.' : 'Buyers keep their access.',
    ],
    links: [contactLink],
  })
}

function reasonLines(reason: string | undefined): Array<string> {
  return reason ? [`Reason: ${reason}`] : []
}

function buildEmail(
  to: string,
  title: string,
  parts: Omit<Parameters<typeof renderEmailLayout>[0], 'title'>,
): EmailMessage {
  return { to, subject: title, ...renderEmailLayout({ title, ...parts }) }
}

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

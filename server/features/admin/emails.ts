import type { Ports } from '../../ports/index.ts'
import type { EmailMessage } from '../../ports/mailer.ts'
import { findContentById } from '../content/repository.ts'
import { collapseWhitespace, renderEmailLayout } from '../mail/layout.ts'
import type { EmailRow } from '../mail/outbox.ts'

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

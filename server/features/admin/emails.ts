import type { Ports } from '../../ports/index.ts'
import type { EmailMessage } from '../../ports/mailer.ts'
import { findContentById } from '../content/repository.ts'
import { collapseWhitespace, renderEmailLayout } from '../mail/layout.ts'
import type { EmailRow } from '../mail/outbox.ts'

/** The email to a creator whose account or item was suspended or restored; undefined for other kinds. */
export async function moderationEmail(ports: Ports, mail: EmailRow): Promise<EmailMessage | undefined> {
  const { kind, recipient: to, data } = mail
  const answer = { label: 'Write to us', url: `${ports.config.publicUrl}/feedback` }
  if (kind === 'account_suspended')
    return buildEmail(to, 'Your account is suspended', {
      lines: reasonLines(data.message),
      after: ['Your items are off sale. Buyers keep what they bought, and your earnings stay in the books.'],
      links: [answer],
    })
  if (kind === 'account_reinstated')
    return buildEmail(to, 'Your account is open again', {
      lines: ['You can sign in, and your items are for sale as before.'],
      button: { label: 'Sign in', url: `${ports.config.publicUrl}/sign-in` },
    })
  if (kind !== 'content_taken_down' && kind !== 'content_reinstated') return undefined
  const row = data.contentId === undefined ? undefined : await findContentById(ports.db, data.contentId)
  if (!row) return undefined
  const title = collapseWhitespace(row.content.title)
  if (kind === 'content_reinstated')
    return buildEmail(to, `For sale again: ${title}`, {
      lines: [`We have looked at ${title}. It is for sale as before.`],
    })
  return buildEmail(to, `Taken off sale: ${title}`, {
    lines: [`We took ${title} off sale.`, ...reasonLines(data.message)],
    after: [
      row.content.buyerAccessRevokedAt
        ? 'Its buyers cannot open it for now.'
        : 'Its buyers keep their access.',
    ],
    links: [answer],
  })
}

function reasonLines(words: string | undefined): Array<string> {
  return words ? [`The reason: ${words}`] : []
}

function buildEmail(
  to: string,
  title: string,
  parts: Omit<Parameters<typeof renderEmailLayout>[0], 'title'>,
): EmailMessage {
  return { to, subject: title, ...renderEmailLayout({ title, ...parts }) }
}

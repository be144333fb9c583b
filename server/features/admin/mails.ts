import type { Ports } from '../../ports/index.ts'
import { mailPage, oneLine } from '../../ports/mail-page.ts'
import type { Mail } from '../../ports/mailer.ts'
import { contentById } from '../content/repository.ts'
import type { MailRow } from '../mail/outbox.ts'

/** What a creator is told when their account or an item is stopped, or goes on; undefined for any other mail. */
export async function standingMail(ports: Ports, mail: MailRow): Promise<Mail | undefined> {
  const { kind, recipient: to, data } = mail
  const answer = { label: 'Write to us', url: `${ports.config.publicUrl}/feedback` }
  if (kind === 'suspended')
    return page(to, 'Your account is suspended', {
      lines: reason(data.words),
      after: ['Your items are off sale. Buyers keep what they bought, and your earnings stay in the books.'],
      links: [answer],
    })
  if (kind === 'restored')
    return page(to, 'Your account is open again', {
      lines: ['You can sign in, and your items are for sale as before.'],
      button: { label: 'Sign in', url: `${ports.config.publicUrl}/sign-in` },
    })
  if (kind !== 'item-held' && kind !== 'item-released') return undefined
  const row = data.contentId === undefined ? undefined : await contentById(ports.db, data.contentId)
  if (!row) return undefined
  const title = oneLine(row.content.title)
  if (kind === 'item-released')
    return page(to, `For sale again: ${title}`, {
      lines: [`We have looked at ${title}. It is for sale as before.`],
    })
  return page(to, `Taken off sale: ${title}`, {
    lines: [`We took ${title} off sale.`, ...reason(data.words)],
    after: [row.content.removedAt ? 'Its buyers cannot open it for now.' : 'Its buyers keep their access.'],
    links: [answer],
  })
}

function reason(words: string | undefined): Array<string> {
  return words ? [`The reason: ${words}`] : []
}

function page(to: string, title: string, parts: Omit<Parameters<typeof mailPage>[0], 'title'>): Mail {
  return { to, subject: title, ...mailPage({ title, ...parts }) }
}

import { inWords } from '../../../domain/days.ts'
import { spoken } from '../../../domain/price.ts'
import type { Ports } from '../../ports/index.ts'
import { mailPage } from '../../ports/mail-page.ts'
import type { Mail } from '../../ports/mailer.ts'
import { queueMail } from '../mail/outbox.ts'
import { boughtByEmail } from './repository.ts'
import { accessUrl } from './unlock.ts'

/** As many as fit a mail that somebody reads. */
const most = 100

/** Has every link of an address mailed to it. The answer never tells whether there is anything to mail. */
export async function mailLostLinks(ports: Ports, email: string): Promise<{ sent: true }> {
  const bought = await boughtByEmail(ports.db, email, 1)
  if (bought.length > 0) {
    const subject = `lost-links/${ports.newId()}`
    await ports.db.transaction((tx) =>
      queueMail(tx, ports, { kind: 'lost-links', subject, recipient: email, data: {} }),
    )
  }
  return { sent: true }
}

export async function lostLinksMail(ports: Ports, to: string): Promise<Mail | undefined> {
  const bought = await boughtByEmail(ports.db, to, most)
  if (bought.length === 0) return undefined
  const lines = await Promise.all(
    bought.map(async (row) => {
      const { id, amount, currency, paidAt } = row.purchase
      const label = `${row.title} · order ${id} · ${spoken(amount, currency)} · ${inWords(paidAt)}`
      return { label, url: await accessUrl(ports, row) }
    }),
  )
  return {
    to,
    subject: 'Your links from Tipdrop',
    ...mailPage({
      title: 'Everything you bought with this address',
      lines: ['Each link opens on any device, for as long as you need it.'],
      links: lines,
      after: ['If you did not ask for this mail, ignore it: only you have received it.'],
    }),
  }
}

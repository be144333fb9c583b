import { randomUUID } from 'node:crypto'
import { site } from '../../../contract/site.ts'
import { formatLongDate } from '../../../domain/dates.ts'
import { formatMoney } from '../../../domain/price.ts'
import type { Ports } from '../../ports/index.ts'
import type { EmailMessage } from '../../ports/mailer.ts'
import { buyerFooter } from '../mail/footer.ts'
import { renderEmailLayout } from '../mail/layout.ts'
import { enqueueEmail } from '../mail/outbox.ts'
import { selectActivePurchasesByEmail } from '../purchases/repository.ts'
import { accessUrl } from './verify-purchase.ts'

/** Limits the size of the email. */
const maxLinks = 100

/** Emails every access link of an address. The response does not reveal whether there are any. */
export async function sendAccessLinks(ports: Ports, email: string): Promise<{ sent: true }> {
  const purchases = await selectActivePurchasesByEmail(ports.db, email, 1)
  if (purchases.length > 0) {
    const dedupeKey = `lost-links/${randomUUID()}`
    await ports.db.transaction((tx) =>
      enqueueEmail(tx, ports, { kind: 'access_links', dedupeKey, recipient: email, data: {} }),
    )
  }
  return { sent: true }
}

export async function accessLinksEmail(ports: Ports, to: string): Promise<EmailMessage | undefined> {
  const purchases = await selectActivePurchasesByEmail(ports.db, to, maxLinks)
  if (purchases.length === 0) return undefined
  const lines = await Promise.all(
    purchases.map(async (row) => {
      const { orderNumber, amount, currency, paidAt } = row.purchase
      const label = `${row.title} · order ${orderNumber} · ${formatMoney(amount, currency)} · ${formatLongDate(paidAt, 'short')}`
      return { label, url: await accessUrl(ports, row) }
    }),
  )
  return {
    to,
    subject: `Your ${site().name} access links`,
    ...renderEmailLayout({
      title: 'Everything you’ve bought with this email',
      lines: ['Each link works on any device and doesn’t expire.'],
      links: lines,
      closingLines: ['If you didn’t request this, you can ignore this email. It was only sent to you.'],
      footer: buyerFooter(ports.config),
    }),
  }
}

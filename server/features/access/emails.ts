import { formatMoney } from '../../../domain/price.ts'
import type { EmailMessage } from '../../ports/mailer.ts'
import { renderEmailLayout } from '../mail/layout.ts'
import type { PurchaseWithGrant } from '../purchases/repository.ts'

type EmailContext = { to: string; title: string; bought: PurchaseWithGrant }

export function purchaseAccessEmail({
  to,
  title,
  bought: { purchase },
  url,
}: EmailContext & { url: string }): EmailMessage {
  return {
    to,
    subject: `Your access to ${title}`,
    ...renderEmailLayout({
      title: 'Thank you. It’s yours to keep.',
      lines: [title, `Order ${purchase.orderNumber} · ${formatMoney(purchase.amount, purchase.currency)}`],
      button: { label: 'Open your purchase', url },
      after: ['Keep this email. Your link works on any device and doesn’t expire.'],
    }),
  }
}

import { formatMoney } from '../../../domain/price.ts'
import type { Ports } from '../../ports/index.ts'
import type { EmailMessage } from '../../ports/mailer.ts'
import { findContentById } from '../content/repository.ts'
import { collapseWhitespace, renderEmailLayout } from '../mail/layout.ts'
import type { PurchaseWithGrant } from '../purchases/repository.ts'

/** Explains a refund that the buyer did not request. */
export function undeliverableRefundEmail({
  to,
  title,
  bought: { purchase },
  why: reason,
}: {
  to: string
  title: string
  bought: PurchaseWithGrant
  /** `removed` from the site; otherwise the file is lost. */
  why: string | undefined
}): EmailMessage {
  const money = formatMoney(purchase.amount - purchase.disputedAmount, purchase.currency)
  return {
    to,
    subject: `You get ${money} back: we could not deliver ${title}`,
    ...renderEmailLayout({
      title: `You get ${money} back`,
      lines: [
        reason === 'removed'
          ? `You paid for ${title}, and it was removed from this site. We cannot deliver it.`
          : `You paid for ${title}, and its file is no longer there. We cannot deliver it.`,
        `So we give you all of your money back, to your card. There is nothing for you to do.`,
        `Order ${purchase.orderNumber}`,
      ],
      after: ['Banks take 5 to 10 days to show it.', 'We are sorry.'],
    }),
  }
}

/** Asks a creator for a file that the store has lost; undefined once the item has another file. */
export async function fileMissingEmail(
  { db, config }: Ports,
  to: string,
  contentId: number | undefined,
): Promise<EmailMessage | undefined> {
  const row = contentId === undefined ? undefined : await findContentById(db, contentId)
  if (!row) return undefined
  const title = collapseWhitespace(row.content.title)
  return {
    to,
    subject: `The file of ${title} is missing`,
    ...renderEmailLayout({
      title: 'A file of yours is missing',
      lines: [
        `The file of ${title} is no longer in our store. It cannot be bought until it is there again.`,
        'Buyers who never had it get their money back. Those who had it keep their access link.',
      ],
      button: { label: 'Go to your dashboard', url: `${config.publicUrl}/dashboard` },
      after: ['Upload the file again, and everybody who bought it gets the new one.'],
    }),
  }
}

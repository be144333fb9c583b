import { toSingleLine } from '../../../../contract/text.ts'
import { formatMoney } from '../../../../domain/price.ts'
import type { Ports } from '../../../ports/index.ts'
import { findContentById } from '../../selling/content/repository.ts'
import type { EmailOf } from '../../telling/deliveries/deliveries.ts'
import type { Email } from '../../telling/email/layout.tsx'
import type { PurchaseWithGrant } from '../purchases/repository.ts'

type Undeliverable = {
  title: string
  bought: PurchaseWithGrant
  /** `removed` from the site, or its `file` is lost. */
  reason: 'removed' | 'file'
}

export function undeliverableRefundEmail({ title, bought: { purchase }, reason }: Undeliverable): Email {
  const money = formatMoney(purchase.amount - purchase.disputedAmount, purchase.currency)
  return {
    subject: `Refunded ${money}: we couldn’t deliver ${title}`,
    title: `We’ve refunded ${money}`,
    lines: [
      reason === 'removed'
        ? `We’re sorry. You paid for ${title}, but it was removed from this site, so we can’t deliver it.`
        : `We’re sorry. You paid for ${title}, but its file is no longer available, so we can’t deliver it.`,
      'We’re refunding you in full to your card. You don’t need to do anything.',
      `Order ${purchase.orderNumber}`,
    ],
    closingLines: ['It can take 5 to 10 days to show up on your statement.'],
    footer: 'buyer',
  }
}

export async function fileMissingEmail(
  { db, config }: Ports,
  { data }: EmailOf<'file_missing'>,
): Promise<Email | undefined> {
  const row = await findContentById(db, data.contentId)
  if (!row) return undefined
  const title = toSingleLine(row.content.title)
  return {
    subject: `The file for ${title} is missing`,
    title: 'One of your files is missing',
    lines: [
      `The file for ${title} is missing from our storage, so no one can buy it until you upload the file again.`,
      'Buyers who never opened it are being refunded. Buyers who did keep their access link.',
    ],
    button: { label: 'Go to dashboard', url: `${config.publicUrl}/dashboard` },
    closingLines: ['Once it’s uploaded, everyone who bought it gets the new file.'],
    footer: 'creator',
  }
}

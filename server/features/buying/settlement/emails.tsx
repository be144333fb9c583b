import { toSingleLine } from '../../../../contract/text.ts'
import { formatMoney } from '../../../../domain/price.ts'
import type { Ports } from '../../../ports/index.ts'
import { findContentById } from '../../selling/content/repository.ts'
import type { EmailData, EmailOf } from '../../telling/deliveries/deliveries.ts'
import type { Email } from '../../telling/email/email.ts'
import type { PurchaseWithGrant } from '../purchases/repository.ts'

type Undeliverable = {
  title: string
  bought: PurchaseWithGrant
  reason: EmailData['refund_undeliverable']['reason']
}

const reasonLines: Record<Undeliverable['reason'], (title: string) => string> = {
  removed: (title) =>
    `We’re sorry. You paid for ${title}, but it was removed from this site, so we can’t deliver it.`,
  file: (title) =>
    `We’re sorry. You paid for ${title}, but its file is no longer available, so we can’t deliver it.`,
  late: (title) => `We’re sorry. You paid for ${title} before its release, and it didn’t come out in time.`,
  withdrawn: (title) =>
    `We’re sorry. You paid for ${title} before its release, and it won’t come out anymore.`,
  key: (title) =>
    `We’re sorry. You paid for ${title}, but its license key didn’t come within 72 hours, so we can’t deliver it.`,
}

export function undeliverableRefundEmail({ title, bought: { purchase }, reason }: Undeliverable): Email {
  const money = formatMoney(purchase.amount - purchase.disputedAmount, purchase.currency)
  return {
    subject: `Refunded ${money}: we couldn’t deliver ${title}`,
    title: `We’ve refunded ${money}`,
    lines: [
      reasonLines[reason](title),
      'We’re refunding you in full to your card. You don’t need to do anything. It can take 5 to 10 days to show up on your statement.',
    ],
    smallPrint: [{ text: `Order ${purchase.orderNumber}` }],
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

import { toShownName } from '../../../../contract/names.ts'
import type { Receipt } from '../../../../contract/receipts.ts'
import type { Wait } from '../../../../contract/releases.ts'
import { site } from '../../../../contract/site.ts'
import { toSingleLine } from '../../../../contract/text.ts'
import { formatLongDate } from '../../../../domain/dates.ts'
import { formatPrice } from '../../../../domain/price.ts'
import type { Ports } from '../../../ports/index.ts'
import type { ContentRow } from '../../selling/content/repository.ts'
import type { Email } from '../../telling/email/email.ts'
import type { PurchaseWithGrant } from '../purchases/repository.ts'
import { consentLines } from '../receipts/content.ts'
import { emailCover, receiptLines, tipLines } from './emails.tsx'

type WaitingEmail = {
  row: ContentRow
  bought: PurchaseWithGrant
  url: string
  wait: Wait
  /** Undefined for what was free. */
  receipt?: Receipt
}

/** The email about a purchase before its release day: it says when it comes, and has nothing to open. */
export function waitingEmail(
  { config }: Pick<Ports, 'config'>,
  { row, bought: { purchase }, url, wait, receipt }: WaitingEmail,
): Email {
  const title = toSingleLine(row.content.title)
  const creator = toShownName(row.creator.firstName)
  const price = formatPrice(purchase.amount, purchase.currency)
  return {
    subject: `${title} comes on ${wait.shortDay}`,
    ...(creator && { senderName: `${creator} via ${site().name}` }),
    title: `${title} comes on ${wait.day}`,
    cover: emailCover(config, row),
    lines: [
      creator ? `${title} by ${creator}` : title,
      `Out ${wait.full}. Nothing to do: we’ll email your link the minute it’s out.`,
      `Order ${purchase.orderNumber} · ${price} · ${formatLongDate(purchase.paidAt, 'short')}`,
      ...(receipt ? [...tipLines(receipt), ...receiptLines(receipt)] : []),
    ],
    button: { label: 'See your order', url },
    links: [
      { label: 'Add to calendar', url: `${url}/calendar.ics` },
      ...(receipt
        ? [
            { label: 'Receipt', url: `${url}/receipt` },
            { label: 'Get a refund', url: `${url}/refund` },
          ]
        : []),
    ],
    closingLines: receipt
      ? [
          `Not out by ${wait.refundDay}? We’ll refund you automatically.`,
          'Change your mind anytime before: full refund.',
          ...consentLines(receipt),
        ]
      : [],
    footer: 'buyer',
  }
}

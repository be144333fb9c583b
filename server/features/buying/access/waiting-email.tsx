import type { Receipt } from '../../../../contract/receipts.ts'
import type { Wait } from '../../../../contract/releases.ts'
import { formatLongDate } from '../../../../domain/dates.ts'
import type { Ports } from '../../../ports/index.ts'
import { emailCover } from '../../selling/content/email-cover.ts'
import type { ContentRow } from '../../selling/content/repository.ts'
import type { Email } from '../../telling/email/email.ts'
import { boughtFooter } from '../../telling/email/layout.tsx'
import type { PurchaseWithGrant } from '../purchases/repository.ts'
import { consentLines } from '../receipts/content.ts'
import { itemFacts, orderLine, receiptRows } from './emails.tsx'

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
  const { title, creator, sender } = itemFacts(row)
  const order = `Order ${purchase.orderNumber} · Free · ${formatLongDate(purchase.paidAt, 'short')}`
  return {
    ...sender,
    subject: `${title} comes on ${wait.shortDay}`,
    title: `${title} comes on ${wait.day}`,
    cover: emailCover(config, row),
    lines: [
      creator ? `${title} by ${creator}` : title,
      `Out ${wait.full}. Nothing to do: we’ll email your link the minute it’s out.`,
    ],
    button: { label: 'See your order', url },
    otherButton: { label: 'Add to calendar', url: `${url}/calendar.ics` },
    ...(receipt && { rows: receiptRows(receipt) }),
    smallPrint: receipt
      ? [
          orderLine(receipt, url),
          { text: `Not out by ${wait.refundDay}? We’ll refund you automatically.` },
          {
            text: 'Change your mind anytime before: full refund.',
            links: [{ label: 'Get a refund', url: `${url}/refund` }],
          },
          ...consentLines(receipt).map((text) => ({ text })),
        ]
      : [{ text: order }],
    footer: boughtFooter(title, !receipt),
  }
}

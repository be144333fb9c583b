import { getPreviewImage } from '../../../../contract/content.ts'
import { type Currency, parseDecimal } from '../../../../contract/money.ts'
import { toShownName } from '../../../../contract/names.ts'
import type { Receipt } from '../../../../contract/receipts.ts'
import { guaranteeText } from '../../../../contract/refunds.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { site } from '../../../../contract/site.ts'
import { toSingleLine } from '../../../../contract/text.ts'
import { mayBeShown } from '../../../../domain/access.ts'
import { formatLongDate } from '../../../../domain/dates.ts'
import { formatMoney } from '../../../../domain/price.ts'
import { formatTaxRate } from '../../../../domain/tax.ts'
import type { Config } from '../../../config.ts'
import type { Ports } from '../../../ports/index.ts'
import type { ContentRow } from '../../selling/content/repository.ts'
import { stateOf } from '../../selling/content/shown.ts'
import type { Email, EmailImage } from '../../telling/email/email.ts'
import type { PurchaseWithGrant } from '../purchases/repository.ts'
import { consentLines } from '../receipts/content.ts'

type AccessEmail = {
  row: ContentRow
  bought: PurchaseWithGrant
  url: string
  receipt: Receipt
  /** The bundle that this item is in, once, in the first email. */
  set?: EmailedSet | undefined
}
type EmailedSet = { title: string; ownedCount: number; itemCount: number; price: number; url: string }

/** The email with the access link. Its sender's name is the creator's, so that the buyer recognizes it. */
export function purchaseAccessEmail(
  { config, settings }: Ports,
  { row, bought: { purchase }, url, receipt, set }: AccessEmail,
): Email {
  const title = toSingleLine(row.content.title)
  const creator = toShownName(row.creator.firstName)
  const price = formatMoney(purchase.amount, purchase.currency)
  const { short, detail } = guaranteeText(settings.current().refundPolicy)
  return {
    subject: `Your access to ${title}`,
    ...(creator && { senderName: `${creator} via ${site().name}` }),
    title: 'Thank you. It’s yours to keep.',
    cover: emailCover(config, row),
    lines: [
      creator ? `${title} by ${creator}` : title,
      `Order ${purchase.orderNumber} · ${price} · ${formatLongDate(purchase.paidAt, 'short')}`,
      ...tipLines(receipt),
      ...receiptLines(receipt),
    ],
    button: { label: 'Open your purchase', url },
    links: [
      { label: 'Receipt', url: `${url}/receipt` },
      { label: 'Request a refund', url: `${url}/refund` },
      ...(set ? [setLink(set, purchase.currency)] : []),
    ],
    closingLines: [
      'Keep this email. Your link works on any device and doesn’t expire.',
      `${short}. ${detail}`,
      ...consentLines(receipt),
    ],
    footer: 'buyer',
  }
}

/** The email with the access link of something free: without receipt, refund and guarantee. */
export function freeAccessEmail(
  { config }: Pick<Ports, 'config'>,
  { row, bought: { purchase }, url }: Omit<AccessEmail, 'receipt'>,
): Email {
  const title = toSingleLine(row.content.title)
  const creator = toShownName(row.creator.firstName)
  return {
    subject: `Your link to ${title}`,
    ...(creator && { senderName: `${creator} via ${site().name}` }),
    title: 'It’s yours to keep.',
    cover: emailCover(config, row),
    lines: [
      creator ? `${title} by ${creator}` : title,
      `Order ${purchase.orderNumber} · Free · ${formatLongDate(purchase.paidAt, 'short')}`,
    ],
    button: { label: 'Open it', url },
    closingLines: [
      'Keep this email. Your link works on any device and doesn’t expire.',
      'If you didn’t ask for this link, you can ignore this email.',
    ],
    footer: 'buyer',
  }
}

function setLink({ title, ownedCount, itemCount, price, url }: EmailedSet, currency: Currency) {
  const label = `You have ${ownedCount} of ${itemCount} of “${toSingleLine(title)}”. The rest for ${formatMoney(price, currency)}`
  return { label, url }
}

/** The tip on top, which the price of the order includes. */
export function tipLines({ tip, currency }: Receipt): Array<string> {
  const amount = parseDecimal(tip, currency) ?? 0
  return amount > 0 ? [`Includes a tip of ${formatMoney(amount, currency)}`] : []
}

/** The receipt's number and the tax. The seller is at the end of every email. */
export function receiptLines({ number, tax, currency }: Receipt): Array<string> {
  const taxText = tax && formatMoney(parseDecimal(tax.amount, currency) ?? 0, currency)
  const facts = [
    number && `Receipt ${number}`,
    tax && `includes ${taxText} tax (${formatTaxRate(tax.rateBps)})`,
  ].filter(Boolean)
  return facts.length > 0 ? [facts.join(' · ')] : []
}

/** The preview image in a format that every email client shows, while anyone may see it. */
export function emailCover({ publicUrl }: Config, row: ContentRow): EmailImage | undefined {
  const { content } = row
  if (!content.previewImageKey || !mayBeShown(stateOf(row), 'none')) return undefined
  const path = buildUrl(getPreviewImage, {
    params: { id: content.id },
    query: { v: content.previewImageKey.split('/').at(-1), w: '1280', as: 'jpeg' },
  })
  return { url: `${publicUrl}${path}`, alt: content.title }
}

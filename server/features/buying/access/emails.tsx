import { type Currency, parseDecimal } from '../../../../contract/money.ts'
import { toShownName } from '../../../../contract/names.ts'
import type { OrderNumber } from '../../../../contract/order-number.ts'
import type { Receipt } from '../../../../contract/receipts.ts'
import { guaranteeText } from '../../../../contract/refunds.ts'
import { site } from '../../../../contract/site.ts'
import { toSingleLine } from '../../../../contract/text.ts'
import { isPersonShown } from '../../../../domain/access.ts'
import { formatLongDate } from '../../../../domain/dates.ts'
import { formatMoney } from '../../../../domain/price.ts'
import { formatTaxRate } from '../../../../domain/tax.ts'
import { ticketName } from '../../../../domain/ticket.ts'
import type { Config } from '../../../config.ts'
import type { Ports } from '../../../ports/index.ts'
import { photoUrl } from '../../people/accounts/present.ts'
import { emailCover } from '../../selling/content/email-cover.ts'
import type { ContentRow } from '../../selling/content/repository.ts'
import type { Email, EmailNote, EmailSmallLine } from '../../telling/email/email.ts'
import { boughtFooter } from '../../telling/email/layout.tsx'
import type { PurchaseWithGrant } from '../purchases/repository.ts'
import { consentLines } from '../receipts/content.ts'
import { presentTicket } from '../tickets/ticket.ts'
import { presentThankYouNote } from './present.ts'

type AccessEmail = {
  row: ContentRow
  bought: PurchaseWithGrant
  url: string
  receipt: Receipt
  /** The bundle that this item is in, once, in the first email. */
  set?: EmailedSet | undefined
  keys?: ReadonlyArray<EmailedKey>
}
type EmailedKey = { title: string; key: string }
type EmailedSet = { title: string; ownedCount: number; itemCount: number; price: number; url: string }

/** The email with the access link. Its sender's name is the creator's, so that the buyer recognizes it. */
export function purchaseAccessEmail(
  ports: Ports,
  { row, bought, url, receipt, set, keys = [] }: AccessEmail,
): Email {
  const { title, sender } = itemFacts(row)
  const { config, settings } = ports
  const { number, name, pictureUrl } = presentTicket(ports, bought, row)
  const cover = emailCover(config, row)
  const day = formatLongDate(bought.purchase.paidAt, 'short')
  return {
    ...sender,
    title: `${title} is yours`,
    preview: 'Open it on any device, as often as you like.',
    ticket: { number, title, name, day, cover },
    lines: [],
    button: { label: openLabel(title), url },
    ...(pictureUrl !== null && { otherButton: { label: 'Share my ticket', url: `${url}#ticket` } }),
    facts: keyFacts(keys),
    links: set ? [setLink(set, bought.purchase.currency)] : [],
    note: emailNote(config, row),
    rows: receiptRows(receipt),
    smallPrint: [
      orderLine(receipt, url),
      { text: guaranteeText(settings.current().refundPolicy).detail, links: [refundLink(url)] },
      ...consentLines(receipt).map((text) => ({ text })),
    ],
    footer: boughtFooter(title),
  }
}

/** The email with the access link of something free: without receipt, refund and guarantee. */
export function freeAccessEmail(
  { config }: Pick<Ports, 'config'>,
  { row, bought: { purchase, checkout }, url, keys = [] }: Omit<AccessEmail, 'receipt'>,
): Email {
  const { title, sender } = itemFacts(row)
  const day = formatLongDate(purchase.paidAt, 'short')
  return {
    ...sender,
    title: `${title} is yours`,
    preview: 'Open it on any device, as often as you like.',
    ticket: {
      number: null,
      title,
      name: ticketName(checkout.supporterName),
      day,
      cover: emailCover(config, row),
    },
    lines: [],
    button: { label: openLabel(title), url },
    facts: keyFacts(keys),
    note: emailNote(config, row),
    smallPrint: [
      { text: `Order ${purchase.orderNumber} · Free · ${day}` },
      { text: 'If you didn’t ask for this link, you can ignore this email.' },
    ],
    footer: boughtFooter(title, true),
  }
}

/** License keys, each with its item where there are several. */
function keyFacts(keys: ReadonlyArray<EmailedKey>) {
  return keys.map(({ title, key }) => ({
    label: keys.length === 1 ? 'License key' : `License key of ${toSingleLine(title)}`,
    value: key,
  }))
}

/** The name of what the button opens, where it fits a button. */
export function openLabel(title: string): string {
  return title.length <= maxButtonTitleLength ? `Open ${title}` : 'Open your purchase'
}

const maxButtonTitleLength = 32

/** An item's title in one line, and the creator as the sender of an email about it. */
export function itemFacts({ content, creator }: ContentRow) {
  const name = toShownName(creator.firstName)
  return {
    title: toSingleLine(content.title),
    creator: name,
    sender: name ? { senderName: `${name} via ${site().name}` } : {},
  }
}

/** What the creator wrote for everyone who buys the item, with their photo. Undefined without words. */
export function emailNote({ publicUrl }: Config, row: ContentRow): EmailNote | undefined {
  const { creator } = row
  const text = presentThankYouNote(row)
  if (!text || !isPersonShown(creator)) return undefined
  const photo = photoUrl(creator)
  return {
    by: `A note from ${toShownName(creator.firstName) ?? 'the creator'}`,
    text,
    photoUrl: photo === null ? undefined : `${publicUrl}${photo}`,
  }
}

/** What was paid, as on the receipt. A test purchase has no card. */
export function receiptRows({ title, listAmount, discount, tip, amount, currency, card }: Receipt) {
  const money = (decimal: string) => formatMoney(parseDecimal(decimal, currency) ?? 0, currency)
  return [
    { label: toSingleLine(title), value: money(listAmount) },
    ...(discount ? [{ label: `Discount (${discount.code})`, value: `− ${money(discount.amount)}` }] : []),
    ...(/[1-9]/.test(tip) ? [{ label: 'Tip', value: money(tip) }] : []),
    { label: card ? `Total, ${card}` : 'Total', value: money(amount) },
  ]
}

/** The order, its date, the tax, and the receipt in one line. The seller is at the end of every email. */
export function orderLine({ id, paidAt, number, tax, currency }: Receipt, url: string): EmailSmallLine {
  const taxAmount = tax && formatMoney(parseDecimal(tax.amount, currency) ?? 0, currency)
  const facts = [
    `Order ${id}`,
    formatLongDate(new Date(paidAt), 'short'),
    tax && `includes ${taxAmount} tax (${formatTaxRate(tax.rateMillionths)})`,
  ]
  return {
    text: facts.filter(Boolean).join(' · '),
    links: [{ label: number ? `Receipt ${number}` : 'Receipt', url: `${url}/receipt` }],
  }
}

/** The order with its receipt, in one line. */
export function orderWithReceipt(orderNumber: OrderNumber, url: string): EmailSmallLine {
  return { text: `Order ${orderNumber}`, links: [{ label: 'Receipt', url: `${url}/receipt` }] }
}

export function refundLink(url: string) {
  return { label: 'Request a refund', url: `${url}/refund` }
}

function setLink({ title, ownedCount, itemCount, price, url }: EmailedSet, currency: Currency) {
  const label = `You have ${ownedCount} of ${itemCount} of “${toSingleLine(title)}”. The rest for ${formatMoney(price, currency)}`
  return { label, url }
}

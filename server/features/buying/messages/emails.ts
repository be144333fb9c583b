import { toShownName } from '../../../../contract/names.ts'
import { site } from '../../../../contract/site.ts'
import { toSingleLine } from '../../../../contract/text.ts'
import { isActive, isPersonShown } from '../../../../domain/access.ts'
import { formatLongDate } from '../../../../domain/dates.ts'
import { findRow } from '../../../db/rows.ts'
import { messages } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { findContentById } from '../../selling/content/repository.ts'
import {
  type EmailOf,
  type EmailRenderers,
  keptFor,
  transientDays,
} from '../../telling/deliveries/deliveries.ts'
import type { Email } from '../../telling/email/email.ts'
import { accessUrl } from '../access/verify-purchase.ts'
import { findPurchase } from '../purchases/repository.ts'

const noReply = 'Replies to this email don’t arrive. Use the button.'

export const messageEmails = {
  message_to_buyer: keptFor(transientDays, toBuyer),
  message_to_creator: keptFor(transientDays, toCreator),
} satisfies Partial<EmailRenderers>

/**
 * Without an address in it: the answer goes by the page. Undefined after a refund, when the text was erased, and once the
 * creator is suspended.
 */
async function toBuyer(ports: Ports, { data }: EmailOf<'message_to_buyer'>): Promise<Email | undefined> {
  const found = await findMessage(ports, data)
  if (!found || !isActive(found.bought.grant) || !isPersonShown(found.row.creator)) return undefined
  const { bought, message, row, title } = found
  const creator = toShownName(row.creator.firstName) ?? 'The creator'
  const url = await accessUrl(ports, bought)
  return {
    subject: `${creator} wrote to you about ${title}`,
    senderName: `${creator} via ${site().name}`,
    title: `A message from ${creator}`,
    preview: toSingleLine(message.text),
    lines: [],
    quotes: [{ text: message.text, by: `${creator}, ${formatLongDate(message.createdAt, 'short')}` }],
    button: { label: 'Answer', url: `${url}#messages` },
    links: [{ label: `Open ${title}`, url }],
    closingLines: [noReply],
    footer: 'buyer',
  }
}

/** Undefined for a creator who can't sign in to answer, and when the text was erased. */
async function toCreator(ports: Ports, { data }: EmailOf<'message_to_creator'>): Promise<Email | undefined> {
  const found = await findMessage(ports, data)
  if (!found || !isPersonShown(found.row.creator)) return undefined
  const { bought, message, title } = found
  const buyer = toShownName(bought.checkout.supporterName) ?? 'A buyer'
  return {
    subject: `${buyer} wrote to you about ${title}`,
    title: `A message from ${buyer === 'A buyer' ? 'a buyer' : buyer}`,
    preview: toSingleLine(message.text),
    lines: [],
    quotes: [{ text: message.text, by: `${buyer}, ${formatLongDate(message.createdAt, 'short')}` }],
    button: { label: 'Answer', url: `${ports.config.publicUrl}/sales/${bought.purchase.orderNumber}` },
    closingLines: [noReply],
    footer: 'creator',
  }
}

async function findMessage(
  { db }: Ports,
  { purchaseId, messageId }: { purchaseId: number; messageId: number },
) {
  const message = await findRow(db, messages, { id: messageId })
  const bought = message && (await findPurchase(db, purchaseId))
  const row = bought && (await findContentById(db, bought.purchase.contentId))
  return row ? { message, bought, row, title: toSingleLine(row.content.title) } : undefined
}

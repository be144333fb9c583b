import { guaranteeText } from '../../../../contract/refunds.ts'
import { toSingleLine } from '../../../../contract/text.ts'
import { isActive } from '../../../../domain/access.ts'
import { lateRefundAt, releaseState, releaseWords, shortDayIn } from '../../../../domain/release.ts'
import type { Ports } from '../../../ports/index.ts'
import { emailCover } from '../../selling/content/email-cover.ts'
import { type ContentRow, findContentById } from '../../selling/content/repository.ts'
import {
  type EmailOf,
  type EmailRenderers,
  keptFor,
  transientDays,
} from '../../telling/deliveries/deliveries.ts'
import type { Email } from '../../telling/email/email.ts'
import { boughtFooter } from '../../telling/email/layout.tsx'
import { emailNote, itemFacts, openLabel, orderWithReceipt, refundLink } from '../access/emails.tsx'
import { accessUrl } from '../access/verify-purchase.ts'
import { findPurchase, type PurchaseWithGrant } from '../purchases/repository.ts'

export const releaseEmails = {
  item_released: itemReleased,
  release_moved: keptFor(transientDays, releaseMoved),
  release_refunded: keptFor(transientDays, releaseRefunded),
} satisfies Partial<EmailRenderers>

type Waited = { bought: PurchaseWithGrant; row: ContentRow; url: string; title: string }

/** A purchase with access and the address that the email is for; undefined otherwise. */
async function findWaited(
  ports: Ports,
  { to, data }: EmailOf<'item_released' | 'release_moved'>,
): Promise<Waited | undefined> {
  const bought = await findPurchase(ports.db, data.purchaseId)
  const row = bought && (await findContentById(ports.db, bought.purchase.contentId))
  if (!bought || !row || !isActive(bought.grant)) return undefined
  if (to.toLowerCase() !== bought.purchase.buyerEmail.toLowerCase()) return undefined
  return { bought, row, url: await accessUrl(ports, bought), title: toSingleLine(row.content.title) }
}

async function itemReleased(ports: Ports, email: EmailOf<'item_released'>): Promise<Email | undefined> {
  const waited = await findWaited(ports, email)
  if (!waited) return undefined
  const { bought, row, url, title } = waited
  const { orderNumber, amount } = bought.purchase
  const { detail } = guaranteeText(ports.settings.current().refundPolicy)
  return {
    ...itemFacts(row).sender,
    subject: `${title} is out`,
    title: `${title} is out`,
    cover: emailCover(ports.config, row),
    lines: ['Thank you for waiting. It’s yours to keep.'],
    button: { label: openLabel(title), url },
    note: emailNote(ports.config, row),
    smallPrint:
      amount > 0
        ? [orderWithReceipt(orderNumber, url), { text: detail, links: [refundLink(url)] }]
        : [{ text: `Order ${orderNumber}` }],
    footer: boughtFooter(title, amount === 0),
  }
}

/** Nothing once it is out, and nothing when the day was moved again: a newer email says that. */
async function releaseMoved(ports: Ports, email: EmailOf<'release_moved'>): Promise<Email | undefined> {
  const waited = await findWaited(ports, email)
  if (!waited) return undefined
  const { bought, row, url, title } = waited
  const { releaseAt, releaseTimeZone: timeZone } = row.content
  if (!releaseAt || releaseAt.toISOString() !== email.data.releaseAt) return undefined
  if (releaseState(bought.purchase, row.content, ports.clock.now()) !== 'waiting') return undefined
  const { full, shortDay } = releaseWords(releaseAt, timeZone)
  const isPaid = bought.purchase.amount > 0
  return {
    ...itemFacts(row).sender,
    subject: `${title} now comes on ${shortDay}`,
    title: `${title} now comes on ${shortDay}`,
    cover: emailCover(ports.config, row),
    lines: [
      `The creator moved the day. It comes on ${full}, and we’ll email you then.`,
      ...(isPaid ? ['Want your money back instead? You get all of it, without a reason.'] : []),
    ],
    button: { label: 'See your order', url },
    ...(isPaid && { otherButton: { label: 'Get a refund', url: `${url}/refund` } }),
    closingLines: isPaid ? [lateSentence(bought, releaseAt, timeZone)] : [],
    smallPrint: [
      isPaid
        ? orderWithReceipt(bought.purchase.orderNumber, url)
        : { text: `Order ${bought.purchase.orderNumber}` },
    ],
    footer: boughtFooter(title, !isPaid),
  }
}

/** The promise of the first day that the buyer was shown. */
function lateSentence({ purchase }: PurchaseWithGrant, releaseAt: Date, timeZone: string): string {
  const refundAt = lateRefundAt(purchase.promisedReleaseAt ?? releaseAt)
  return `Not out by ${shortDayIn(refundAt, timeZone)}? We’ll refund you automatically.`
}

async function releaseRefunded(
  { db, config }: Ports,
  { data: { contentId, reason } }: EmailOf<'release_refunded'>,
): Promise<Email | undefined> {
  const row = await findContentById(db, contentId)
  if (!row) return undefined
  const title = toSingleLine(row.content.title)
  return {
    subject: `Refunded: the people who waited for ${title}`,
    title: `The people who waited for ${title} are refunded`,
    lines: [
      reason === 'late'
        ? 'It didn’t come out within 14 days of the day that they were promised, so they get their money back.'
        : 'It was deleted or taken down before its day, so they get their money back.',
      'Their payments were on hold until the release, so this costs you nothing but these sales.',
    ],
    button: { label: 'See your sales', url: `${config.publicUrl}/dashboard/sales` },
    footer: 'creator',
  }
}

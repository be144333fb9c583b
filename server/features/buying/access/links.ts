import { randomUUID } from 'node:crypto'
import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import { toShownName } from '../../../../contract/names.ts'
import { site } from '../../../../contract/site.ts'
import { toSingleLine } from '../../../../contract/text.ts'
import { formatLongDate } from '../../../../domain/dates.ts'
import { AppError } from '../../../../domain/errors.ts'
import { formatPrice } from '../../../../domain/price.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { findRow } from '../../../db/rows.ts'
import { accessGrants, checkouts, purchases } from '../../../db/schema/index.ts'
import { enforceRateLimits, incrementCounter } from '../../../http/rate-limit.ts'
import type { BuyerProof } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { emailThumbnail } from '../../selling/content/email-cover.ts'
import { selectContentsUnordered } from '../../selling/content/repository.ts'
import {
  type EmailOf,
  type EmailRenderers,
  keptFor,
  sendEmail,
  transientDays,
} from '../../telling/deliveries/deliveries.ts'
import { countResentSince } from '../../telling/deliveries/repository.ts'
import type { Email } from '../../telling/email/email.ts'
import type { CheckoutRow } from '../purchases/checkouts-repository.ts'
import {
  lockPurchase,
  type PurchaseWithGrant,
  selectActivePurchasesByEmail,
} from '../purchases/repository.ts'
import { requireActiveAccess } from './active-access.ts'
import { accessEmailRecipientLimits } from './buyer-proof.ts'
import { openLabel, orderWithReceipt } from './emails.tsx'
import { accessUrl, requireSettledPurchase } from './verify-purchase.ts'

const minuteMs = 60_000
const maxResendsPerDay = 5

/** Emails the access link again, only to the purchase's email: once a minute, five times a day. */
export async function resendAccessEmail(
  ports: Ports,
  { paymentId, contentId, proof }: { paymentId: string; contentId: number; proof: BuyerProof },
) {
  const bought = await requireSettledPurchase(ports, { paymentId, contentId, proof })
  await enqueueAccessEmail(ports, bought, 'We just sent it. Check your inbox and spam folder.')
  return { sent: true as const }
}

/** The same for any authorized caller. Throws AppError with `rateLimitMessage` over the limit. `audit` is written with the email. */
export async function enqueueAccessEmail(
  ports: Ports,
  bought: PurchaseWithGrant,
  rateLimitMessage: string,
  audit?: (tx: Tx) => Promise<void>,
) {
  requireActiveAccess(bought)
  const { purchase } = bought
  if (!purchase.buyerEmail) throw new AppError('conflict', 'This purchase doesn’t have an email address.')

  await enforceRateLimits(ports, accessEmailRecipientLimits(purchase.buyerEmail))
  const dedupeKey = `purchase/${purchase.id}/${randomUUID()}`
  await ports.db.transaction(async (tx) => {
    await lockPurchase(tx, purchase.id)
    if (await isResendLimited(tx, purchase.id, ports.clock.now()))
      throw new AppError('rate_limited', rateLimitMessage)
    await sendEmail(tx, ports, {
      kind: 'purchase_access_resent',
      dedupeKey,
      to: purchase.buyerEmail,
      data: { purchaseId: purchase.id },
      lane: 0,
    })
    await audit?.(tx)
  })
}

async function isResendLimited(tx: Tx, purchaseId: number, now: Date): Promise<boolean> {
  const since = (ms: number) => new Date(now.getTime() - ms)
  if ((await countResentSince(tx, purchaseId, since(minuteMs))) > 0) return true
  return (await countResentSince(tx, purchaseId, since(24 * 60 * minuteMs))) >= maxResendsPerDay
}

/** Limits the size of the email. */
const maxLinks = 100

/** Emails every access link of an address. The response does not reveal whether there are any. */
export async function sendAccessLinks(ports: Ports, email: string): Promise<{ sent: true }> {
  const purchases = await selectActivePurchasesByEmail(ports.db, email, 1)
  if (purchases.length > 0) {
    const dedupeKey = `lost-links/${randomUUID()}`
    await ports.db.transaction((tx) =>
      sendEmail(tx, ports, { kind: 'access_links', dedupeKey, to: email, data: {}, lane: 0 }),
    )
  }
  return { sent: true }
}

export const accessLinkEmails = {
  access_links: keptFor(transientDays, accessLinksEmail),
} satisfies Partial<EmailRenderers>

async function accessLinksEmail(ports: Ports, { to }: EmailOf<'access_links'>): Promise<Email | undefined> {
  const purchases = await selectActivePurchasesByEmail(ports.db, to, maxLinks)
  if (purchases.length === 0) return undefined
  const ids = [...new Set(purchases.map(({ purchase }) => purchase.contentId))]
  const items = new Map((await selectContentsUnordered(ports.db, ids)).map((row) => [row.content.id, row]))
  const list = await Promise.all(
    purchases.map(async (bought) => {
      const { contentId, amount, currency, paidAt } = bought.purchase
      const row = items.get(contentId)
      const creator = row && toShownName(row.creator.firstName)
      const day = formatLongDate(paidAt, 'short')
      return {
        title: toSingleLine(bought.title),
        url: await accessUrl(ports, bought),
        details: [
          [creator && `By ${creator}`, day, `order ${bought.purchase.orderNumber}`]
            .filter(Boolean)
            .join(' · '),
        ],
        value: amount > 0 ? formatPrice(amount, currency) : 'Free',
        picture: row && emailThumbnail(ports.config, row),
      }
    }),
  )
  return {
    subject: `Your ${site().name} access links`,
    title: 'Everything you’ve bought with this email',
    lines: ['Each link works on any device and doesn’t expire.'],
    list,
    closingLines: ['If you didn’t request this, you can ignore this email. It was only sent to you.'],
    footer: 'buyer',
  }
}

const dayMs = 24 * 3_600_000
/** The maximum number of these emails to one address per day, for all its items. */
const maxEmailsPerAddressPerDay = 5

/**
 * Emails the owner of an item when their address is entered at its checkout: once a day for each purchase. The
 * checkout itself reveals nothing, because the address may belong to someone else.
 */
export async function notifyOwner(ports: Ports, { checkoutId }: { checkoutId: string }): Promise<void> {
  const { db, clock } = ports
  const checkout = await findRow(db, checkouts, { id: Number(checkoutId) })
  const owned = checkout && (await findOwnedPurchase(db, checkout))
  if (!owned) return
  const { id: purchaseId, email: recipient } = owned
  await db.transaction(async (tx) => {
    const now = clock.now()
    if ((await incrementCounter(tx, { key: `owner-notice/${purchaseId}`, windowMs: dayMs }, now)) > 1) return
    const key = `owner-notice-to/${recipient.toLowerCase()}`
    if ((await incrementCounter(tx, { key, windowMs: dayMs }, now)) > maxEmailsPerAddressPerDay) return
    const dedupeKey = `purchase/${purchaseId}/${randomUUID()}`
    await sendEmail(tx, ports, { kind: 'already_owned', dedupeKey, to: recipient, data: { purchaseId } })
  })
}

/** The email's newest purchase of this item with access. A purchase of the same browser is shown on screen instead. */
async function findOwnedPurchase(db: Db, { buyerCookieHash, buyerEmail, contentId }: CheckoutRow) {
  const [row] = await db
    .select({ id: purchases.id, email: purchases.buyerEmail })
    .from(purchases)
    .innerJoin(accessGrants, eq(accessGrants.purchaseId, purchases.id))
    .innerJoin(checkouts, eq(checkouts.id, purchases.checkoutId))
    .where(
      and(
        eq(purchases.contentId, contentId),
        eq(sql`lower(${purchases.buyerEmail})`, buyerEmail.toLowerCase()),
        isNull(accessGrants.revokedAt),
        ne(checkouts.buyerCookieHash, buyerCookieHash),
      ),
    )
    .orderBy(desc(purchases.paidAt))
    .limit(1)
  return row
}

type OwnerNoticeInput = { title: string; bought: PurchaseWithGrant; url: string }

export function ownerNoticeEmail({ title, bought: { purchase }, url }: OwnerNoticeInput): Email {
  return {
    subject: `You already own ${title}`,
    title: 'You already own this',
    lines: [
      `Your email address was entered at the checkout for ${title}. You don’t need to pay again: your access link still works.`,
    ],
    button: { label: openLabel(title), url },
    closingLines: [
      'Buying it again on purpose? Go ahead, and we’ll email you the new link.',
      'Wasn’t you? You don’t need to do anything. No one can see from our checkout that you own this.',
    ],
    smallPrint: [
      purchase.amount > 0
        ? orderWithReceipt(purchase.orderNumber, url)
        : { text: `Order ${purchase.orderNumber}` },
    ],
    footer: 'buyer',
  }
}

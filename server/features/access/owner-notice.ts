import { randomUUID } from 'node:crypto'
import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import { formatMoney } from '../../../domain/price.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { accessGrants, checkouts, purchases } from '../../db/schema/index.ts'
import { incrementCounter } from '../../http/rate-limit.ts'
import type { Ports } from '../../ports/index.ts'
import type { EmailMessage } from '../../ports/mailer.ts'
import { buyerFooter } from '../mail/footer.ts'
import { renderEmailLayout } from '../mail/layout.ts'
import { enqueueEmail } from '../mail/outbox.ts'
import { type CheckoutRow, findCheckout } from '../purchases/checkouts-repository.ts'
import type { PurchaseWithGrant } from '../purchases/repository.ts'

const dayMs = 24 * 3_600_000
/** The maximum number of these emails to one address per day, for all its items. */
const maxEmailsPerAddressPerDay = 5

/**
 * Emails the owner of an item when their address is entered at its checkout: once a day for each purchase. The
 * checkout itself reveals nothing, because the address may belong to someone else.
 */
export async function notifyOwner(ports: Ports, { checkoutId }: { checkoutId: string }): Promise<void> {
  const { db, clock } = ports
  const checkout = await findCheckout(db, Number(checkoutId))
  const owned = checkout && (await findOwnedPurchase(db, checkout))
  if (!owned) return
  const { id: purchaseId, email: recipient } = owned
  await db.transaction(async (tx) => {
    const now = clock.now()
    if ((await incrementCounter(tx, { key: `owner-notice/${purchaseId}`, windowMs: dayMs }, now)) > 1) return
    const key = `owner-notice-to/${recipient.toLowerCase()}`
    if ((await incrementCounter(tx, { key, windowMs: dayMs }, now)) > maxEmailsPerAddressPerDay) return
    const dedupeKey = `purchase/${purchaseId}/${randomUUID()}`
    await enqueueEmail(tx, ports, { kind: 'already_owned', dedupeKey, recipient, data: { purchaseId } })
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

type OwnerNoticeInput = { to: string; title: string; bought: PurchaseWithGrant; url: string }

export function ownerNoticeEmail(
  config: Config,
  { to, title, bought: { purchase }, url }: OwnerNoticeInput,
): EmailMessage {
  return {
    to,
    subject: `You already own ${title}`,
    ...renderEmailLayout({
      title: 'You already own this',
      lines: [
        `Your email address was entered at the checkout for ${title}. You don’t need to pay again: your access link still works.`,
        `Order ${purchase.orderNumber} · ${formatMoney(purchase.amount, purchase.currency)}`,
      ],
      button: { label: 'Open your purchase', url },
      closingLines: [
        'Buying it again on purpose? Go ahead, and we’ll email you the new link.',
        'Wasn’t you? You don’t need to do anything. No one can see from our checkout that you own this.',
      ],
      footer: buyerFooter(config),
    }),
  }
}

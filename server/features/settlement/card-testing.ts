import { and, eq, gt, sql } from 'drizzle-orm'
import { checkoutBlockedMessages } from '../../../contract/card-testing-messages.ts'
import { limits } from '../../../contract/limits.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/database.ts'
import { checkouts, purchases } from '../../db/schema/index.ts'
import { incrementCounter, readCounter, resetCounters } from '../../http/rate-limit.ts'
import type { Ports } from '../../ports/index.ts'
import type { PaymentSnapshot } from '../../ports/payment-provider.ts'
import type { CheckoutRow } from '../purchases/checkouts-repository.ts'

type DeclineSubject = Pick<CheckoutRow, 'contentId' | 'buyerEmail' | 'ipHash'>

const itemBlockKey = ({ contentId }: DeclineSubject) => `checkout-paused/${contentId}`
/** Who tries cards: whom the mail would go to, and where from. */
const buyerKeys = ({ buyerEmail, ipHash }: DeclineSubject) => [
  ...(buyerEmail ? [`declined/${buyerEmail.toLowerCase()}`] : []),
  ...(ipHash ? [`declined-from/${ipHash}`] : []),
]

/** Throws AppError while cards are being tried on this item, or by this person. Nobody is told which of the two it was to dodge. */
export async function rejectCardTesting(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  subject: DeclineSubject,
): Promise<void> {
  const now = clock.now()
  if ((await readCounter(db, itemBlockKey(subject), now)) > 0)
    throw new AppError('throttled', checkoutBlockedMessages.paused)
  for (const key of buyerKeys(subject)) {
    if ((await readCounter(db, key, now)) >= limits.maxDeclinesPerBuyer)
      throw new AppError('throttled', checkoutBlockedMessages.declined)
  }
}

/**
 * Counts a card that the provider reports declined, once however often it is told. Says `spent` when this attempt should
 * take no more cards: too many were tried on it, or on the item.
 */
export async function recordDecline(
  tx: Tx,
  { clock }: Ports,
  attempt: CheckoutRow,
  { state, failure }: PaymentSnapshot,
): Promise<'spent' | undefined> {
  const reference = failure?.reference
  if (state !== 'open' || !reference || attempt.lastDeclineReference === reference) return undefined
  const now = clock.now()
  const declines = attempt.declineCount + 1
  await tx
    .update(checkouts)
    .set({ declineCount: declines, lastDeclineReference: reference, lastDeclinedAt: now })
    .where(eq(checkouts.id, attempt.id))
  for (const key of buyerKeys(attempt))
    await incrementCounter(tx, { key, windowMs: limits.declineWindowMs }, now)
  const isItemUnderAttack =
    (await countConsecutiveDeclines(tx, attempt, now)) >= limits.maxConsecutiveDeclinesPerItem
  if (isItemUnderAttack)
    await incrementCounter(tx, { key: itemBlockKey(attempt), windowMs: limits.checkoutBlockMs }, now)
  return isItemUnderAttack || declines >= limits.maxDeclinesPerCheckout ? 'spent' : undefined
}

/** Somebody who pays in the end was no thief. The row on the item ends by itself: it is counted from the last sale. */
export async function resetDeclines(tx: Tx, attempt: CheckoutRow): Promise<void> {
  if (attempt.declineCount > 0) await resetCounters(tx, buyerKeys(attempt))
}

/** Cards declined on an item since somebody paid for it, in any browser, within the window. */
async function countConsecutiveDeclines(
  tx: Tx,
  { contentId, creatorId }: CheckoutRow,
  now: Date,
): Promise<number> {
  const since = new Date(now.getTime() - limits.declineWindowMs)
  const lastSale = tx
    .select({ at: sql`max(${purchases.paidAt})` })
    .from(purchases)
    .where(
      and(
        eq(purchases.creatorId, creatorId),
        eq(purchases.contentId, contentId),
        gt(purchases.paidAt, since),
      ),
    )
  const [row] = await tx
    .select({ declines: sql<string>`coalesce(sum(${checkouts.declineCount}), 0)` })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.contentId, contentId),
        gt(checkouts.declineCount, 0),
        gt(checkouts.lastDeclinedAt, since),
        sql`${checkouts.lastDeclinedAt} > coalesce((${lastSale}), '-infinity')`,
      ),
    )
  return Number(row?.declines ?? 0)
}

import { and, eq, gt, sql } from 'drizzle-orm'
import { checkoutBlockedMessages } from '../../../../contract/checkout.ts'
import { limits } from '../../../../contract/limits.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Tx } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { checkouts, purchases } from '../../../db/schema/index.ts'
import { incrementCounter, readCounters, resetCounters } from '../../../http/rate-limit.ts'
import type { Ports } from '../../../ports/index.ts'
import type { PaymentSnapshot } from '../../../ports/payment-provider.ts'
import type { CheckoutRow } from '../purchases/checkouts-repository.ts'

type DeclineSubject = Pick<CheckoutRow, 'contentId' | 'buyerEmail' | 'ipHash'>

const itemBlockKey = ({ contentId }: DeclineSubject) => `checkout-paused/${contentId}`
/** The keys that declines count for: the buyer's email and IP address. */
const buyerKeys = ({ buyerEmail, ipHash }: DeclineSubject) => [
  ...(buyerEmail ? [`declined/${buyerEmail.toLowerCase()}`] : []),
  ...(ipHash ? [`declined-from/${ipHash}`] : []),
]

/** The error while card testing is suspected on this item or by this person. It does not say which. */
export async function findCardTesting(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  subject: DeclineSubject,
): Promise<AppError | undefined> {
  const keys = [itemBlockKey(subject), ...buyerKeys(subject)]
  const [itemBlocks = 0, ...buyerDeclines] = await readCounters(db, keys, clock.now())
  if (itemBlocks > 0) return new AppError('rate_limited', checkoutBlockedMessages.paused)
  if (buyerDeclines.some((declines) => declines >= limits.maxDeclinesPerBuyer))
    return new AppError('rate_limited', checkoutBlockedMessages.declined)
  return undefined
}

/**
 * Counts a decline that the provider reports, once. `exhausted`: this checkout should accept no more cards, because
 * there were too many declines on it or on the item.
 */
export async function recordDecline(
  tx: Tx,
  { clock }: Ports,
  checkout: CheckoutRow,
  { state, failure }: PaymentSnapshot,
): Promise<'exhausted' | undefined> {
  const reference = failure?.reference
  if (state !== 'open' || !reference || checkout.lastDeclineReference === reference) return undefined
  const now = clock.now()
  const declines = checkout.declineCount + 1
  const change = { declineCount: declines, lastDeclineReference: reference, lastDeclinedAt: now }
  await updateRow(tx, checkouts, { id: checkout.id }, change)
  for (const key of buyerKeys(checkout))
    await incrementCounter(tx, { key, windowMs: limits.declineWindowMs }, now)
  const isItemUnderAttack =
    (await countConsecutiveDeclines(tx, checkout, now)) >= limits.maxConsecutiveDeclinesPerItem
  if (isItemUnderAttack)
    await incrementCounter(tx, { key: itemBlockKey(checkout), windowMs: limits.checkoutBlockMs }, now)
  return isItemUnderAttack || declines >= limits.maxDeclinesPerCheckout ? 'exhausted' : undefined
}

/** A buyer who pays in the end is no card tester. The item's count resets itself: it starts after the last sale. */
export async function resetDeclines(tx: Tx, checkout: CheckoutRow): Promise<void> {
  if (checkout.declineCount > 0) await resetCounters(tx, buyerKeys(checkout))
}

/** Declines on an item since its last sale, in any browser, within the window. */
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
        // Anyone gets something free, so it must not hide that cards are tested.
        gt(purchases.amount, 0),
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

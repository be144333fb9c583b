import { and, eq, gt, sql } from 'drizzle-orm'
import { checkoutPauses } from '../../../contract/card-testing.ts'
import { limits } from '../../../contract/limits.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/database.ts'
import { attempts, purchases } from '../../db/schema/index.ts'
import { count, countOf, forget } from '../../http/throttle.ts'
import type { Ports } from '../../ports/index.ts'
import type { PaymentSnapshot } from '../../ports/payment-provider.ts'
import type { AttemptRow } from './attempts.ts'

type Subject = Pick<AttemptRow, 'contentId' | 'buyerEmail' | 'caller'>

const paused = ({ contentId }: Subject) => `checkout-paused/${contentId}`
/** Who tries cards: whom the mail would go to, and where from. */
const persons = ({ buyerEmail, caller }: Subject) => [
  ...(buyerEmail ? [`declined/${buyerEmail.toLowerCase()}`] : []),
  ...(caller ? [`declined-from/${caller}`] : []),
]

/** Throws AppError while cards are being tried on this item, or by this person. Nobody is told which of the two it was to dodge. */
export async function refuseCardTesting(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  subject: Subject,
): Promise<void> {
  const now = clock.now()
  if ((await countOf(db, paused(subject), now)) > 0) throw new AppError('throttled', checkoutPauses.paused)
  for (const key of persons(subject)) {
    if ((await countOf(db, key, now)) >= limits.declinesOfOne)
      throw new AppError('throttled', checkoutPauses.declined)
  }
}

/**
 * Counts a card that the provider reports declined, once however often it is told. Says `spent` when this attempt should
 * take no more cards: too many were tried on it, or on the item.
 */
export async function noteDecline(
  tx: Tx,
  { clock }: Ports,
  attempt: AttemptRow,
  { state, failure }: PaymentSnapshot,
): Promise<'spent' | undefined> {
  const reference = failure?.reference
  if (state !== 'open' || !reference || attempt.lastDecline === reference) return undefined
  const now = clock.now()
  const declines = attempt.declines + 1
  await tx
    .update(attempts)
    .set({ declines, lastDecline: reference, lastDeclinedAt: now })
    .where(eq(attempts.id, attempt.id))
  for (const key of persons(attempt)) await count(tx, { key, perMs: limits.declineWindow }, now)
  const isRow = (await inARow(tx, attempt, now)) >= limits.declinesInARow
  if (isRow) await count(tx, { key: paused(attempt), perMs: limits.checkoutPause }, now)
  return isRow || declines >= limits.declinesPerAttempt ? 'spent' : undefined
}

/** Somebody who pays in the end was no thief. The row on the item ends by itself: it is counted from the last sale. */
export async function forgiveDeclines(tx: Tx, attempt: AttemptRow): Promise<void> {
  if (attempt.declines > 0) await forget(tx, persons(attempt))
}

/** Cards declined on an item since somebody paid for it, in any browser, within the window. */
async function inARow(tx: Tx, { contentId, creatorId }: AttemptRow, now: Date): Promise<number> {
  const since = new Date(now.getTime() - limits.declineWindow)
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
    .select({ declines: sql<string>`coalesce(sum(${attempts.declines}), 0)` })
    .from(attempts)
    .where(
      and(
        eq(attempts.contentId, contentId),
        gt(attempts.declines, 0),
        gt(attempts.lastDeclinedAt, since),
        sql`${attempts.lastDeclinedAt} > coalesce((${lastSale}), '-infinity')`,
      ),
    )
  return Number(row?.declines ?? 0)
}

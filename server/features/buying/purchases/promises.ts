import { eq } from 'drizzle-orm'
import type { Checkout } from '../../../../contract/purchases.ts'
import {
  isBeforeRelease,
  lateRefundAt,
  releaseState,
  releaseWords,
  shortDayIn,
} from '../../../../domain/release.ts'
import type { Db } from '../../../db/database.ts'
import { contentItems } from '../../../db/schema/index.ts'
import type { CheckoutRow } from './checkouts-repository.ts'

type Promising = Pick<CheckoutRow, 'promisedReleaseAt' | 'contentId'>

/** The day that a checkout promises which starts now; null for an item that is delivered at once. */
export function promiseOf({ releaseAt }: { releaseAt: Date | null }, now: Date): Date | null {
  return isBeforeRelease(releaseAt, now) ? releaseAt : null
}

/** What a purchase keeps of its checkout's promise: nothing when the item has come out meanwhile. */
export async function keptPromise(
  db: Db,
  { promisedReleaseAt, contentId }: Promising,
  paidAt: Date,
): Promise<Date | null> {
  if (promisedReleaseAt === null) return null
  const [item] = await db.select(releaseColumns).from(contentItems).where(eq(contentItems.id, contentId))
  if (!item || releaseState({ promisedReleaseAt, releasedAt: null }, item, paidAt) === 'out') return null
  return promisedReleaseAt
}

const { releaseAt, deletedAt, takenDownAt } = contentItems
const releaseColumns = { releaseAt, deletedAt, takenDownAt }

/** The promise of a checkout in words. */
export async function findPromise(
  db: Db,
  { promisedReleaseAt, contentId }: Promising,
): Promise<Checkout['release']> {
  if (promisedReleaseAt === null) return null
  const [item] = await db
    .select({ timeZone: contentItems.releaseTimeZone })
    .from(contentItems)
    .where(eq(contentItems.id, contentId))
  const timeZone = item?.timeZone || 'UTC'
  return {
    ...releaseWords(promisedReleaseAt, timeZone),
    refundDay: shortDayIn(lateRefundAt(promisedReleaseAt), timeZone),
  }
}

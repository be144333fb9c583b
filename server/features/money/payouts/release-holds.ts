import { type SQL, sql } from 'drizzle-orm'
import type { MinorUnits } from '../../../../contract/money.ts'
import type { Db } from '../../../db/database.ts'
import { contentItems, isWaitingPurchase, purchases } from '../../../db/schema/index.ts'

/*
 * Sales whose buyers wait for a release day stay on hold until then, whatever their age. What was withdrawn before its day is
 * refunded, so it stays on hold too. Nothing is stored: the clock ends the hold.
 */

/** `releaseState` of the domain is not `out`, for an item whose buyers have not been told. */
function waitsForItem(now: Date): SQL {
  const { releaseAt, deletedAt, takenDownAt } = contentItems
  return sql`${releaseAt} is not null and (${releaseAt} > ${now}::timestamptz
    or least(${deletedAt}, ${takenDownAt}) < ${releaseAt})`
}

const waiting = sql`${purchases} join ${contentItems} on ${contentItems.id} = ${purchases.contentId}
  and ${isWaitingPurchase}`

/** The net amounts on hold of each creator, as a query. Those from the cutoff on are on hold anyway. */
export function releaseHolds(now: Date, cutoff: Date): SQL {
  return sql`select ${purchases.creatorId}, ${purchases.netAmount} from ${waiting}
    where ${waitsForItem(now)} and ${purchases.paidAt} < ${cutoff}::timestamptz`
}

/** A query with a row when this purchase is on hold. */
export function isOnReleaseHold(now: Date, purchaseId: SQL): SQL {
  return sql`select from ${purchases} as waiting join ${contentItems} on ${contentItems.id} = waiting.content_id
    where waiting.id = ${purchaseId} and waiting.promised_release_at is not null and waiting.released_at is null
    and ${waitsForItem(now)}`
}

type HeldSales = { creatorId: string; before: Date; now: Date }

/** What a creator's sales before a time have on hold for their release. */
export async function sumReleaseHolds(db: Db, { creatorId, before, now }: HeldSales): Promise<MinorUnits> {
  const { rows } = await db.execute<{ total: string | null }>(sql`
    select sum(${purchases.netAmount}) as total from ${waiting}
    where ${contentItems.creatorId} = ${creatorId} and ${waitsForItem(now)}
      and ${purchases.paidAt} < ${before}::timestamptz`)
  return Number(rows[0]?.total ?? 0)
}

/** The next release that ends a hold of a creator's earnings; null without one. */
export async function findNextRelease(
  db: Db,
  { creatorId, now }: Omit<HeldSales, 'before'>,
): Promise<{ releaseAt: Date; timeZone: string; amount: MinorUnits } | null> {
  const { rows } = await db.execute<{ releaseAt: string; timeZone: string; amount: string }>(sql`
    select ${contentItems.releaseAt} as "releaseAt", ${contentItems.releaseTimeZone} as "timeZone",
      sum(${purchases.netAmount}) as amount
    from ${waiting}
    where ${contentItems.creatorId} = ${creatorId} and ${contentItems.releaseAt} > ${now}::timestamptz
    group by 1, 2 having sum(${purchases.netAmount}) > 0 order by 1 limit 1`)
  const [next] = rows
  return next
    ? { releaseAt: new Date(next.releaseAt), timeZone: next.timeZone, amount: Number(next.amount) }
    : null
}

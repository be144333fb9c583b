import { type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/database.ts'
import {
  accessGrants,
  bundleItems,
  contentItems,
  contentUpdateOptOuts,
  purchases,
} from '../../../db/schema/index.ts'

/**
 * Purchases of an item, alone or in a bundle, with access and an address that gets its updates, paid until a time. Who
 * stopped the updates of the bundle gets none of its items.
 */
function told(contentId: number, until: Date): SQL {
  return sql`${purchases} join ${accessGrants} on ${accessGrants.purchaseId} = ${purchases.id}
    where ${purchases.contentId} in (select ${contentId}::bigint union
        select ${bundleItems.bundleId} from ${bundleItems} where ${bundleItems.contentId} = ${contentId})
      and (${purchases.contentId} = ${contentId} or exists (select from ${bundleItems}
        where ${bundleItems.bundleId} = ${purchases.contentId} and ${bundleItems.contentId} = ${contentId}
          and (${bundleItems.removedAt} is null or ${purchases.paidAt} < ${bundleItems.removedAt})))
      and ${purchases.paidAt} <= ${until}
      and ${purchases.buyerEmail} <> '' and ${accessGrants.revokedAt} is null
      and not exists (select from ${contentUpdateOptOuts} where ${contentUpdateOptOuts.contentId} in (${contentId}, ${purchases.contentId})
        and ${contentUpdateOptOuts.email} = lower(${purchases.buyerEmail}))`
}

export type ToldBuyer = { purchaseId: number; email: string }

type Page = { contentId: number; until: Date; afterId: number | undefined; limit: number }

/** The buyers that an update is emailed to, after a purchase, in the order in which they paid. */
export async function selectToldBuyers(
  db: Db,
  { contentId, until, afterId, limit }: Page,
): Promise<Array<ToldBuyer>> {
  const position = sql`(${purchases.paidAt}, ${purchases.id})`
  const isAfter =
    afterId === undefined
      ? sql``
      : sql`and ${position} > (select last.paid_at, last.id from ${purchases} as last where last.id = ${afterId})`
  const { rows } = await db.execute<{ purchaseId: string; email: string }>(sql`
    select ${purchases.id} as "purchaseId", ${purchases.buyerEmail} as email
    from ${told(contentId, until)} ${isAfter}
    order by ${purchases.paidAt}, ${purchases.id} limit ${limit}`)
  return rows.map(({ purchaseId, email }) => ({ purchaseId: Number(purchaseId), email }))
}

/** How many addresses an update would be emailed to. */
export async function countToldBuyers(db: Db, contentId: number, now: Date): Promise<number> {
  const { rows } = await db.execute<{ buyers: string }>(
    sql`select count(distinct lower(${purchases.buyerEmail})) as buyers from ${told(contentId, now)}`,
  )
  return Number(rows[0]?.buyers ?? 0)
}

/** Deletes who gets no updates of a creator's items, which nobody can send anymore. */
export async function deleteOptOutsOf(tx: Tx, creatorId: string): Promise<void> {
  await tx.execute(sql`delete from ${contentUpdateOptOuts} using ${contentItems}
    where ${contentItems.id} = ${contentUpdateOptOuts.contentId} and ${contentItems.creatorId} = ${creatorId}`)
}

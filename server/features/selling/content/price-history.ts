import { and, desc, eq, lte, min, sql } from 'drizzle-orm'
import type { MinorUnits } from '../../../../contract/money.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { contentItems, contentPrices } from '../../../db/schema/index.ts'

/** The days over which a struck price must be the lowest. */
const comparedDays = 30

/** Stores an item's price when it differs from the one before. */
export async function recordPrice(tx: Tx, contentId: number, now: Date): Promise<void> {
  const lastAmount = sql`(select ${contentPrices.amount} from ${contentPrices}
    where ${contentPrices.contentId} = ${contentItems.id}
    order by ${contentPrices.fromAt} desc, ${contentPrices.id} desc limit 1)`
  await tx.execute(sql`
    insert into ${contentPrices} (content_id, creator_id, amount, from_at)
    select ${contentItems.id}, ${contentItems.creatorId}, ${contentItems.priceAmount}, ${now}::timestamptz
    from ${contentItems}
    where ${contentItems.id} = ${contentId} and ${contentItems.priceAmount} is distinct from ${lastAmount}`)
}

/** The lowest price of an item in the last 30 days, in minor units; undefined when no price was stored. */
export async function findLowestPrice(db: Db, contentId: number, now: Date): Promise<MinorUnits | undefined> {
  const since = new Date(now.getTime() - comparedDays * 24 * 3_600_000)
  const ofItem = eq(contentPrices.contentId, contentId)
  const [atStart] = await db
    .select({ amount: contentPrices.amount })
    .from(contentPrices)
    .where(and(ofItem, lte(contentPrices.fromAt, since)))
    .orderBy(desc(contentPrices.fromAt), desc(contentPrices.id))
    .limit(1)
  const [later] = await db
    .select({ amount: min(contentPrices.amount) })
    .from(contentPrices)
    .where(and(ofItem, sql`${contentPrices.fromAt} > ${since}::timestamptz`))
  const amounts = [atStart?.amount, later?.amount].filter((amount) => amount != null).map(Number)
  return amounts.length === 0 ? undefined : Math.min(...amounts)
}

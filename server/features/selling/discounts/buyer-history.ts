import { and, eq, sql } from 'drizzle-orm'
import type { BuyerHistory } from '../../../../domain/buyer-limits.ts'
import type { Db } from '../../../db/database.ts'
import { checkouts, purchases } from '../../../db/schema/index.ts'
import type { DiscountRow } from './repository.ts'

/** What a browser has bought from the creator of a code, without purchases that were refunded in full. */
export async function findBuyerHistory(
  db: Db,
  { id, creatorId }: Pick<DiscountRow, 'id' | 'creatorId'>,
  buyerCookieHash: string,
): Promise<BuyerHistory> {
  const isRefunded = sql`${purchases.amount} > 0 and ${purchases.refundedAmount} >= ${purchases.amount}`
  const [row] = await db
    .select({
      purchases: sql<number>`(count(*) filter (where ${purchases.amount} > 0))::int`,
      uses: sql<number>`(count(*) filter (where ${purchases.discountId} = ${id}))::int`,
    })
    .from(checkouts)
    .innerJoin(purchases, eq(purchases.checkoutId, checkouts.id))
    .where(
      and(
        eq(checkouts.buyerCookieHash, buyerCookieHash),
        eq(purchases.creatorId, creatorId),
        sql`not (${isRefunded})`,
      ),
    )
  return row ?? { purchases: 0, uses: 0 }
}

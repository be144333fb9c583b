import { and, eq, inArray, sql } from 'drizzle-orm'
import { type BuyerHistory, comparedAddress } from '../../../../domain/buyer-limits.ts'
import type { Db } from '../../../db/database.ts'
import { checkouts, purchases } from '../../../db/schema/index.ts'
import type { DiscountRow } from './repository.ts'

/** Not refunded in full. What was free is never refunded. */
const isKept = sql`not (${purchases.amount} > 0 and ${purchases.refundedAmount} >= ${purchases.amount})`

/** The address of a purchase as `comparedAddress` has it. */
const address = sql`regexp_replace(lower(${purchases.buyerEmail}), '\\+[^@]*@', '@')`

/** What a browser has bought from the creator of a code, without purchases that were refunded in full. */
export async function findBuyerHistory(
  db: Db,
  { id, creatorId }: Pick<DiscountRow, 'id' | 'creatorId'>,
  buyerCookieHash: string,
): Promise<BuyerHistory> {
  const [row] = await db
    .select({
      purchases: sql<number>`(count(*) filter (where ${purchases.amount} > 0))::int`,
      uses: sql<number>`(count(*) filter (where ${purchases.discountId} = ${id}))::int`,
    })
    .from(checkouts)
    .innerJoin(purchases, eq(purchases.checkoutId, checkouts.id))
    .where(and(eq(checkouts.buyerCookieHash, buyerCookieHash), eq(purchases.creatorId, creatorId), isKept))
  return row ?? { purchases: 0, uses: 0 }
}

/** How many purchases with a code an address has, in whatever way it was written, without those that were refunded in full. */
export async function countUsesOfAddress(
  db: Db,
  { id, creatorId }: Pick<DiscountRow, 'id' | 'creatorId'>,
  email: string,
): Promise<number> {
  const compared = comparedAddress(email)
  const name = compared.split('@')[0] ?? ''
  // The index has whole addresses. Between `+` and `A` are those whose name ends here.
  const hasName = sql`lower(${purchases.buyerEmail}) ~>=~ ${`${name}+`} and lower(${purchases.buyerEmail}) ~<~ ${`${name}A`}`
  return db.$count(
    purchases,
    and(
      eq(purchases.creatorId, creatorId),
      eq(purchases.discountId, id),
      hasName,
      eq(address, compared),
      isKept,
    ),
  )
}

/**
 * Which of these sales used their code more often than one buyer may, and how often up to then: by the same card or address.
 * Sales whose code has no such limit are left out.
 */
export async function selectRepeatedUses(
  db: Db,
  purchaseIds: ReadonlyArray<number>,
): Promise<Map<number, number>> {
  if (purchaseIds.length === 0) return new Map()
  const compared = (email: string) => `regexp_replace(lower(${email}), '\\+[^@]*@', '@')`
  const earlier = `u.discount_id = p.discount_id and (u.paid_at, u.id) <= (p.paid_at, p.id)
    and not (u.amount > 0 and u.refunded_amount >= u.amount)`
  const { rows } = await db.execute<{ id: string; uses: string }>(sql`
    select found.id, found.uses from (
      select p.id, d.max_per_buyer, (select count(*) from (
        select u.id from purchases u
        where u.card_fingerprint_hash = p.card_fingerprint_hash and ${sql.raw(earlier)}
        union
        select u.id from purchases u
        where u.creator_id = p.creator_id and p.buyer_email <> '' and ${sql.raw(earlier)}
          and lower(u.buyer_email) ~>=~ (split_part(${sql.raw(compared('p.buyer_email'))}, '@', 1) || '+')
          and lower(u.buyer_email) ~<~ (split_part(${sql.raw(compared('p.buyer_email'))}, '@', 1) || 'A')
          and ${sql.raw(compared('u.buyer_email'))} = ${sql.raw(compared('p.buyer_email'))}
      ) as same) as uses
      from purchases p join discounts d on d.id = p.discount_id
      where d.max_per_buyer is not null and ${inArray(sql`p.id`, [...purchaseIds])}
    ) as found where found.uses > found.max_per_buyer`)
  return new Map(rows.map(({ id, uses }) => [Number(id), Number(uses)]))
}

import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { AppliedDiscount } from '../../../../contract/discounts.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import type { Db } from '../../../db/database.ts'
import { contentItems, counters, discountItems, discounts } from '../../../db/schema/index.ts'
import { countKeptHolds, type Subject } from '../reservations/repository.ts'

export type DiscountRow = typeof discounts.$inferSelect

export function usesOf({ id }: Pick<DiscountRow, 'id'>): Subject {
  return { kind: 'code', subjectId: id }
}

const countsUses = and(eq(counters.kind, 'code'), eq(counters.subjectId, discounts.id))

type CodeOfItem = {
  creatorId: string
  contentId: number
  code: string
  now: Date
  cookieHash: string | undefined
}

/** A creator's code with what is left of it, and whether it applies to an item. Undefined for an unknown code. */
export async function findCode(db: Db, { creatorId, contentId, code, now, cookieHash }: CodeOfItem) {
  const [row] = await db
    .select({
      discount: discounts,
      max: counters.max,
      used: counters.used,
      isChosen: sql<boolean>`exists (select from ${discountItems}
        where ${discountItems.discountId} = ${discounts.id} and ${discountItems.contentId} = ${contentId})`,
    })
    .from(discounts)
    .innerJoin(counters, countsUses)
    .where(and(eq(discounts.creatorId, creatorId), eq(discounts.code, code), isNull(discounts.deletedAt)))
  if (!row) return undefined
  // Without a limit it makes no difference how many are held.
  const held = row.max === null ? 0 : await countKeptHolds(db, usesOf(row.discount), { now, cookieHash })
  return { ...row, held }
}

/** Any discount, also a deleted one. */
export async function findDiscount(db: Db, id: number): Promise<DiscountRow | undefined> {
  const [row] = await db.select().from(discounts).where(eq(discounts.id, id))
  return row
}

/** Chosen items that anyone can see, for a sentence that names the only one. */
export async function selectPublishedItems(db: Db, discountId: number, limit: number) {
  return db
    .select({ title: contentItems.title })
    .from(discountItems)
    .innerJoin(contentItems, eq(contentItems.id, discountItems.contentId))
    .where(
      and(
        eq(discountItems.discountId, discountId),
        eq(contentItems.status, 'published'),
        isNull(contentItems.deletedAt),
        isNull(contentItems.takenDownAt),
      ),
    )
    .orderBy(asc(contentItems.id))
    .limit(limit)
}

type Priced = { discountId: number | null; discountAmount: number; currency: string }

/** The code of a sale or checkout and what it took off, also of a deleted discount; null without one. */
export async function findAppliedDiscount(db: Db, priced: Priced): Promise<AppliedDiscount | null> {
  if (priced.discountId === null) return null
  const [row] = await db
    .select({ code: discounts.code })
    .from(discounts)
    .where(eq(discounts.id, priced.discountId))
  return presentAppliedDiscount(priced, row?.code)
}

export function presentAppliedDiscount(
  { discountId, discountAmount, currency }: Priced,
  code: string | null | undefined,
): AppliedDiscount | null {
  return discountId === null ? null : { code: code ?? '', amount: formatDecimal(discountAmount, currency) }
}

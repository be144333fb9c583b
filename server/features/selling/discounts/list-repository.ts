import { and, asc, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import type { Db, Tx } from '../../../db/database.ts'
import {
  contentItems,
  counters,
  discountItems,
  discounts,
  reservations,
  users,
} from '../../../db/schema/index.ts'
import type { DiscountRow } from './repository.ts'

export type PricedItem = Pick<
  typeof contentItems.$inferSelect,
  'id' | 'title' | 'pricingModel' | 'priceAmount' | 'currency'
>

/** Items of a creator by id, or the cheapest ones when no ids are given: a code that applies to all fits them all then. */
export async function selectOwnItems(
  db: Db,
  creatorId: string,
  ids: Array<number> | undefined,
): Promise<Array<PricedItem>> {
  if (ids?.length === 0) return []
  const { id, title, pricingModel, priceAmount, currency } = contentItems
  return db
    .select({ id, title, pricingModel, priceAmount, currency })
    .from(contentItems)
    .where(
      and(
        eq(contentItems.creatorId, creatorId),
        isNull(contentItems.deletedAt),
        ids ? inArray(contentItems.id, ids) : eq(contentItems.status, 'published'),
      ),
    )
    .orderBy(asc(contentItems.priceAmount), asc(contentItems.id))
    .limit(limits.maxDiscountItems)
}

/** A code, or the codes of a batch as one, with their counters. */
export type ListedDiscount = {
  discount: DiscountRow
  count: number
  max: number | null
  used: number
  reserved: number
  soldAmount: number
}

const listId = sql<number>`coalesce(${discounts.batchId}, ${discounts.id})`.mapWith(Number)
const hasEnded = (now: Date) => sql`coalesce(${discounts.endsAt} <= ${now}::timestamptz, false)`
const isOwn = (creatorId: string) => and(eq(discounts.creatorId, creatorId), isNull(discounts.deletedAt))
const countsUses = and(eq(counters.kind, 'code'), eq(counters.subjectId, discounts.id))

/** A page of a creator's codes: those that have ended last, otherwise newest first. */
export async function selectDiscounts(
  db: Db,
  creatorId: string,
  { now, page }: { now: Date; page: number },
): Promise<Array<ListedDiscount>> {
  const rows = await db
    .select({ id: listId })
    .from(discounts)
    .where(isOwn(creatorId))
    .groupBy(listId)
    .orderBy(sql`bool_and(${hasEnded(now)})`, sql`max(${discounts.createdAt}) desc`, sql`${listId} desc`)
    .limit(limits.discountsPerPage)
    .offset((page - 1) * limits.discountsPerPage)
  const ids = rows.map(({ id }) => id)
  const found = await selectListed(db, creatorId, ids)
  return ids.flatMap((id) => found.filter(({ discount }) => (discount.batchId ?? discount.id) === id))
}

/** One code or batch of a creator; undefined when there is none. */
export async function findListed(db: Db, creatorId: string, id: number): Promise<ListedDiscount | undefined> {
  const [row] = await selectListed(db, creatorId, [id])
  return row
}

async function selectListed(db: Db, creatorId: string, ids: Array<number>): Promise<Array<ListedDiscount>> {
  if (ids.length === 0) return []
  const sums = db
    .select({
      listId: listId.as('list_id'),
      firstId: sql<number>`min(${discounts.id})`.mapWith(Number).as('first_id'),
      count: count().as('code_count'),
      max: sql<
        number | null
      >`case when bool_or(${counters.max} is null) then null else sum(${counters.max}) end`
        .mapWith((value) => (value === null ? null : Number(value)))
        .as('max_uses'),
      used: sql<number>`sum(${counters.used})`.mapWith(Number).as('used_sum'),
      reserved: sql<number>`sum(${counters.reserved})`.mapWith(Number).as('reserved_sum'),
      soldAmount: sql<number>`sum(${counters.soldAmount})`.mapWith(Number).as('sold_sum'),
    })
    .from(discounts)
    .innerJoin(counters, countsUses)
    .where(and(isOwn(creatorId), inArray(listId, ids)))
    .groupBy(listId)
    .as('sums')
  const rows = await db
    .select({
      discount: discounts,
      count: sums.count,
      max: sums.max,
      used: sums.used,
      reserved: sums.reserved,
      soldAmount: sums.soldAmount,
    })
    .from(sums)
    .innerJoin(discounts, eq(discounts.id, sums.firstId))
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/** How many rows a creator's list has: of codes that work or will, and of those that have ended. */
export async function countDiscounts(db: Db, creatorId: string, now: Date) {
  const grouped = db
    .select({ id: listId.as('list_id'), hasEnded: sql<boolean>`bool_and(${hasEnded(now)})`.as('has_ended') })
    .from(discounts)
    .where(isOwn(creatorId))
    .groupBy(listId)
    .as('grouped')
  const [row] = await db
    .select({ total: count(), ended: sql<number>`(count(*) filter (where ${grouped.hasEnded}))::int` })
    .from(grouped)
  return { total: row?.total ?? 0, ended: row?.ended ?? 0 }
}

/** The chosen items of several codes that still exist. */
export async function selectChosenItems(db: Db, discountIds: Array<number>) {
  if (discountIds.length === 0) return []
  return db
    .select({
      discountId: discountItems.discountId,
      id: contentItems.id,
      title: contentItems.title,
      slug: contentItems.slug,
      handle: users.handle,
    })
    .from(discountItems)
    .innerJoin(contentItems, eq(contentItems.id, discountItems.contentId))
    .innerJoin(users, eq(users.id, contentItems.creatorId))
    .where(and(inArray(discountItems.discountId, discountIds), isNull(contentItems.deletedAt)))
    .orderBy(asc(contentItems.title), asc(contentItems.id))
}

/** Pauses, resumes or deletes a code or every code of a batch. */
export async function changeListed(
  tx: Tx,
  creatorId: string,
  { id, change }: { id: number; change: Partial<Pick<DiscountRow, 'pausedAt' | 'deletedAt'>> },
): Promise<number> {
  const changed = await tx
    .update(discounts)
    .set(change)
    .where(and(isOwn(creatorId), eq(listId, id)))
    .returning({ id: discounts.id })
  return changed.length
}

/** The codes of a batch after an id, in the order in which they were made, with what became of them. */
export async function selectBatchCodes(
  db: Db,
  { creatorId, batchId, after, limit }: { creatorId: string; batchId: number; after: number; limit: number },
) {
  return db
    .select({
      id: discounts.id,
      code: discounts.code,
      used: counters.used,
      held: sql<boolean>`exists (select from ${reservations} where ${reservations.kind} = 'code'
        and ${reservations.subjectId} = ${discounts.id} and ${reservations.state} = 'held')`,
    })
    .from(discounts)
    .innerJoin(counters, countsUses)
    .where(and(isOwn(creatorId), eq(discounts.batchId, batchId), sql`${discounts.id} > ${after}::bigint`))
    .orderBy(asc(discounts.id))
    .limit(limit)
}

/** An account ends: its codes stop working, and the names of its lists go. Sales keep their codes. */
export async function deleteAllDiscounts(tx: Tx, creatorId: string, now: Date): Promise<void> {
  await tx.update(discounts).set({ deletedAt: now, batchLabel: '' }).where(isOwn(creatorId))
}

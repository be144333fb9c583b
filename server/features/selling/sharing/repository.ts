import { and, asc, eq, exists, gt, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import { contentItems, users } from '../../../db/schema/index.ts'
import { isShownPerson } from '../../people/accounts/shown-person.ts'
import { isOnSale } from '../content/repository.ts'

export async function selectItems(db: Db, { after, limit }: { after: number; limit: number }) {
  return db
    .select({
      id: contentItems.id,
      slug: contentItems.slug,
      handle: users.handle,
      updatedAt: contentItems.updatedAt,
    })
    .from(contentItems)
    .innerJoin(users, eq(users.id, contentItems.creatorId))
    .where(and(gt(contentItems.id, after), isOnSale))
    .orderBy(asc(contentItems.id))
    .limit(limit)
}

export async function selectHandles(db: Db, { after, limit }: { after: string; limit: number }) {
  const rows = await db
    .select({ handle: users.handle })
    .from(users)
    .where(and(gt(users.handle, after), isListedCreator(db)))
    .orderBy(asc(users.handle))
    .limit(limit)
  return rows.flatMap(({ handle }) => handle ?? [])
}

/** The last id of each full sitemap that another one follows. */
export async function selectItemBoundaries(db: Db, size: number): Promise<Array<number>> {
  const ranked = db
    .select({ ...position(contentItems.id), id: contentItems.id })
    .from(contentItems)
    .innerJoin(users, eq(users.id, contentItems.creatorId))
    .where(isOnSale)
    .as('ranked')
  const rows = await db.select({ id: ranked.id }).from(ranked).where(isBoundary(size)).orderBy(asc(ranked.id))
  return rows.map(({ id }) => id)
}

/** The last handle of each full sitemap that another one follows. */
export async function selectHandleBoundaries(db: Db, size: number): Promise<Array<string>> {
  const ranked = db
    .select({ ...position(users.handle), handle: users.handle })
    .from(users)
    .where(isListedCreator(db))
    .as('ranked')
  const rows = await db
    .select({ handle: ranked.handle })
    .from(ranked)
    .where(isBoundary(size))
    .orderBy(asc(ranked.handle))
  return rows.flatMap(({ handle }) => handle ?? [])
}

function isListedCreator(db: Db) {
  const anyItem = db
    .select({ one: sql`1` })
    .from(contentItems)
    .where(and(eq(contentItems.creatorId, users.id), isOnSale))
  return and(isNotNull(users.handle), isShownPerson, exists(anyItem))
}

function position(key: typeof contentItems.id | typeof users.handle) {
  return {
    position: sql<number>`row_number() over (order by ${key})`.as('position'),
    total: sql<number>`count(*) over ()`.as('total'),
  }
}

/** A full sitemap ends here, and another one follows. */
function isBoundary(size: number) {
  return sql`position % ${size} = 0 and position < total`
}

import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, placeholder, sql } from 'drizzle-orm'
import type { ContentStatus, CreatorPageSort } from '../../../../contract/content.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { preparedQuery } from '../../../db/prepared-query.ts'
import { insertWithPublicId } from '../../../db/public-id.ts'
import {
  contentItems,
  contentParts,
  contentReviews,
  contentRollups,
  counters,
  files,
  users,
} from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { isShownPerson } from '../../people/accounts/shown-person.ts'
import { bundleItemsColumn } from './bundle-column.ts'
import { keyPoolColumn } from './key-pool-column.ts'
import { nameItem, releaseNames } from './name-item.ts'
import { listedPartsColumn, partsColumn } from './parts.ts'
import { recordPrice } from './price-history.ts'

export type NewContent = typeof contentItems.$inferInsert

const contentColumns = {
  content: contentItems,
  parts: partsColumn,
  bundleItems: bundleItemsColumn,
  totals: contentRollups,
  review: contentReviews,
  /** How many copies are sold and held; null when they were never limited. */
  stock: counters,
  keyPool: keyPoolColumn,
  creator: {
    firstName: users.firstName,
    email: users.email,
    plan: users.plan,
    suspendedAt: users.suspendedAt,
    deletedAt: users.deletedAt,
    handle: users.handle,
    timeZone: users.timeZone,
    defaultThankYouNote: users.defaultThankYouNote,
    showTicketNumbers: users.showTicketNumbers,
    photoKey: users.photoKey,
    bio: users.bio,
    accentColor: users.accentColor,
    logoKey: users.logoKey,
    hideBrand: users.hidePlatformBranding,
  },
}

export type ContentRow = Awaited<ReturnType<typeof contentById>>[number]

function contentQuery(db: Db, columns = contentColumns) {
  return db
    .select(columns)
    .from(contentItems)
    .innerJoin(users, eq(users.id, contentItems.creatorId))
    .leftJoin(contentRollups, eq(contentRollups.contentId, contentItems.id))
    .leftJoin(contentReviews, eq(contentReviews.contentId, contentItems.id))
    .leftJoin(counters, and(eq(counters.kind, 'stock'), eq(counters.subjectId, contentItems.id)))
    .$dynamic()
}

/** For lists, which show no texts. */
function listedContentQuery(db: Db) {
  return contentQuery(db, { ...contentColumns, parts: listedPartsColumn })
}

/** Any item, including drafts and deleted ones; the caller authorizes. */
export async function findContentById(db: Db, id: number): Promise<ContentRow | undefined> {
  const [row] = await contentById(db, { id })
  return row
}

const contentById = preparedQuery('find_content', (db) =>
  contentQuery(db).where(eq(contentItems.id, placeholder('id'))),
)

/** Items that anyone may see, unless their creator is suspended. */
export const isPublished = and(
  eq(contentItems.status, 'published'),
  isNull(contentItems.deletedAt),
  isNull(contentItems.takenDownAt),
)

/** The items that `isForSale` (domain/access.ts), for queries that join their creators. */
export const isOnSale = and(isPublished, isShownPerson)

const newestFirst = [desc(contentItems.createdAt), desc(contentItems.id)]
const sortOrders = {
  newest: newestFirst,
  // The copies of creation time and id, because their index has this order.
  popular: [desc(contentRollups.saleCount), desc(contentRollups.listedAt), desc(contentRollups.contentId)],
  'price-low': [asc(contentItems.priceAmount), ...newestFirst],
}

/** A creator's published items, without the item `exceptId`. */
export async function selectOtherPublished(
  db: Db,
  {
    creatorId,
    exceptId,
    limit,
    sort = 'newest',
  }: { creatorId: string; exceptId?: number; limit: number; sort?: CreatorPageSort },
): Promise<Array<ContentRow>> {
  return otherPublished[sort](db, { creatorId, exceptId: exceptId ?? 0, limit })
}

/** Every sale shows them: five joined tables take PostgreSQL longer to plan than to read. */
const prepareOtherPublished = (sort: CreatorPageSort) =>
  preparedQuery(`other_published_${sort}`, (db) =>
    listedContentQuery(db)
      .where(
        and(
          eq(contentItems.creatorId, placeholder('creatorId')),
          ne(contentItems.id, placeholder('exceptId')),
          isOnSale,
          sort === 'popular'
            ? and(eq(contentRollups.creatorId, placeholder('creatorId')), isNotNull(contentRollups.listedAt))
            : undefined,
        ),
      )
      .orderBy(...sortOrders[sort])
      .limit(placeholder('limit')),
  )
const otherPublished = {
  newest: prepareOtherPublished('newest'),
  popular: prepareOtherPublished('popular'),
  'price-low': prepareOtherPublished('price-low'),
}

export async function countPublished(db: Db, creatorId: string): Promise<number> {
  return db.$count(contentItems, and(eq(contentItems.creatorId, creatorId), isPublished))
}

/** Items by their ids, in any order and without their texts. */
export async function selectContentsUnordered(db: Db, ids: Array<number>): Promise<Array<ContentRow>> {
  return ids.length === 0 ? [] : listedContentQuery(db).where(inArray(contentItems.id, ids))
}

/** The same with their texts, for those who bought them. */
export async function selectWholeContents(db: Db, ids: Array<number>): Promise<Array<ContentRow>> {
  return ids.length === 0 ? [] : contentQuery(db).where(inArray(contentItems.id, ids))
}

export async function insertContent(
  tx: Tx,
  { newPublicId }: Pick<Ports, 'newPublicId'>,
  content: Omit<NewContent, 'id'>,
): Promise<number> {
  const { id } = await insertWithPublicId(newPublicId, (publicId) =>
    tx
      .insert(contentItems)
      .values({ ...content, id: publicId })
      .onConflictDoNothing({ target: contentItems.id })
      .returning({ id: contentItems.id }),
  )
  await nameItem(tx, id, { isRenamed: false })
  await recordPrice(tx, id, content.createdAt)
  return id
}

/** Another item may have its name. */
const deletedFields = { slug: null, version: sql`${contentItems.version} + 1` }

/** Deletes an item and returns its status; undefined when this creator has no such item. */
export async function softDeleteContent(
  db: Db,
  { id, creatorId, now }: { id: number; creatorId: string; now: Date },
): Promise<ContentStatus | undefined> {
  const [deleted] = await db
    .update(contentItems)
    .set({ ...deletedFields, deletedAt: now, updatedAt: now })
    .where(
      and(eq(contentItems.id, id), eq(contentItems.creatorId, creatorId), isNull(contentItems.deletedAt)),
    )
    .returning({ status: contentItems.status })
  if (deleted) await releaseNames(db, { creatorId, id })
  return deleted?.status
}

/** Deletes every item of a creator, when their account is deleted. */
export async function softDeleteAllContent(tx: Tx, creatorId: string, now: Date): Promise<void> {
  await tx
    .update(contentItems)
    .set({ ...deletedFields, deletedAt: now, updatedAt: now })
    .where(and(eq(contentItems.creatorId, creatorId), isNull(contentItems.deletedAt)))
  await releaseNames(tx, { creatorId })
}

/** Evicts the cached pages of a creator's items when this transaction commits. */
export async function invalidateTipPages(db: Db, creatorId: string): Promise<void> {
  await db.execute(sql`
    select pg_notify('content_changed', id::text) from content_items
    where creator_id = ${creatorId} and deleted_at is null`)
}

export async function countContent(db: Db, creatorId: string): Promise<number> {
  return db.$count(contentItems, and(eq(contentItems.creatorId, creatorId), isNull(contentItems.deletedAt)))
}

type OwnedContentId = { id: number; creatorId: string }

/** A creator's item that is not deleted; undefined when there is none. */
export async function findOwnContent(db: Db, { id, creatorId }: OwnedContentId) {
  const row = await findContentById(db, id)
  return row?.content.creatorId === creatorId && row.content.deletedAt === null ? row : undefined
}

/** The same, locked until the transaction ends, so that edits run one after the other. */
export async function lockContent(tx: Tx, owned: OwnedContentId): Promise<ContentRow | undefined> {
  await tx
    .select({ id: contentItems.id })
    .from(contentItems)
    .where(eq(contentItems.id, owned.id))
    .for('update')
  return findOwnContent(tx, owned)
}

export async function updateContentRow(
  tx: Tx,
  id: number,
  change: Partial<Omit<typeof contentItems.$inferInsert, 'id' | 'creatorId' | 'version'>>,
): Promise<void> {
  const [before] =
    change.title === undefined
      ? []
      : await tx.select({ title: contentItems.title }).from(contentItems).where(eq(contentItems.id, id))
  await tx
    .update(contentItems)
    .set({ ...change, version: sql`${contentItems.version} + 1` })
    .where(eq(contentItems.id, id))
  if (before || change.status === 'published')
    await nameItem(tx, id, { isRenamed: before !== undefined && before.title !== change.title })
  if (change.priceAmount !== undefined && change.updatedAt) await recordPrice(tx, id, change.updatedAt)
}

/** Files unreferenced since before this time, oldest first. */
export async function selectUnreferencedFiles(
  db: Db,
  { before, after, limit }: { before: Date; after: number | undefined; limit: number },
) {
  const isNext = after === undefined ? undefined : gt(files.id, after)
  return db
    .select({ id: files.id, key: files.key })
    .from(files)
    .leftJoin(contentParts, eq(contentParts.fileId, files.id))
    .where(and(lt(files.unreferencedSince, before), isNull(contentParts.id), isNext))
    .orderBy(files.id)
    .limit(limit)
}

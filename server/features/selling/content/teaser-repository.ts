import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import type { TeaserState } from '../../../../contract/teasers.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { deleteRows, insertRows, updateRow } from '../../../db/rows.ts'
import { contentItems, files, teaserParts } from '../../../db/schema/index.ts'

export type TeaserPartRow = typeof teaserParts.$inferSelect
type NewTeaserPart = typeof teaserParts.$inferInsert

/** Parts that the job makes from the item itself. */
const generatedKinds = ['text', 'audio', 'video', 'page'] as const

export function selectTeaserParts(db: Db, contentId: number): Promise<Array<TeaserPartRow>> {
  return db
    .select()
    .from(teaserParts)
    .where(eq(teaserParts.contentId, contentId))
    .orderBy(asc(teaserParts.kind), asc(teaserParts.position))
}

/** The samples of recordings of several items. */
export function selectSamples(db: Db, contentIds: Array<number>): Promise<Array<TeaserPartRow>> {
  return db
    .select()
    .from(teaserParts)
    .where(and(inArray(teaserParts.contentId, contentIds), inArray(teaserParts.kind, ['audio', 'video'])))
}

/** The waveforms of stored files, by their ids. */
export async function selectPeaks(db: Db, fileIds: Array<number>): Promise<Map<number, string | null>> {
  const rows = await db
    .select({ id: files.id, peaks: files.peaks })
    .from(files)
    .where(inArray(files.id, fileIds))
  return new Map(rows.map(({ id, peaks }) => [id, peaks]))
}

/** Deletes the parts made from an earlier version of the item. The garbage collection deletes their stored bytes. */
export async function deleteGeneratedParts(tx: Tx, contentId: number): Promise<void> {
  await tx
    .delete(teaserParts)
    .where(and(eq(teaserParts.contentId, contentId), inArray(teaserParts.kind, [...generatedKinds])))
}

/** Sets the state for this version of the item; false when the item has changed since. */
export async function setTeaserState(
  db: Db,
  { id, version }: { id: number; version: number },
  state: TeaserState,
): Promise<boolean> {
  return (await updateRow(db, contentItems, { id, version }, state)) !== undefined
}

/** The given keys that the teaser of an item references. A deleted item's is shown to nobody. */
export async function findReferencedTeaserKeys(db: Db, keys: Array<string>): Promise<Set<string>> {
  const rows = await db
    .select({ key: teaserParts.key })
    .from(teaserParts)
    .innerJoin(contentItems, eq(contentItems.id, teaserParts.contentId))
    .where(and(inArray(teaserParts.key, keys), isNull(contentItems.deletedAt)))
  return new Set(rows.flatMap(({ key }) => key ?? []))
}

/** Inserts a picture after the others; false when the item has the maximum number already. */
export async function insertPictureIfAllowed(tx: Tx, picture: Omit<NewTeaserPart, 'position'>) {
  await lockContentAndEvictPage(tx, picture.contentId)
  const rows = await tx
    .select({ position: teaserParts.position })
    .from(teaserParts)
    .where(and(eq(teaserParts.contentId, picture.contentId), eq(teaserParts.kind, 'picture')))
  if (rows.length >= limits.maxTeaserPictures) return false
  const position = Math.max(-1, ...rows.map((row) => row.position)) + 1
  await insertRows(tx, teaserParts, [{ ...picture, position }])
  return true
}

export async function deletePicture(tx: Tx, { contentId, id }: { contentId: number; id: number }) {
  await lockContentAndEvictPage(tx, contentId)
  const [row] = await deleteRows(tx, teaserParts, { contentId, id, kind: 'picture' })
  return row?.key
}

/** An update without changes. It locks the item's row, so that additions run one by one, and evicts the cached page. */
async function lockContentAndEvictPage(tx: Tx, id: number): Promise<void> {
  await tx
    .update(contentItems)
    .set({ teaserError: sql`${contentItems.teaserError}` })
    .where(eq(contentItems.id, id))
}

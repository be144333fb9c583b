import { inArray, type SQL, sql } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import type { AccessType, ContentPart, PartKind, PublicPart } from '../../../../contract/parts.ts'
import { AppError } from '../../../../domain/errors.ts'
import { isPdf, isRecording } from '../../../../domain/file-type.ts'
import { holds, kinds } from '../../../../domain/part-kinds.ts'
import { type PartDraft, partName, visibleParts } from '../../../../domain/parts.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { insertRows, updateRow } from '../../../db/rows.ts'
import { contentParts, files, type TeaserOptions } from '../../../db/schema/index.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import type { NewFile } from '../uploads/repository.ts'
import { attachUpload, lockUpload, requireCompletedUpload } from '../uploads/uploads.ts'

/** `missingSince` of a file that is confirmed to be lost; otherwise null. */
export type StoredFile = Pick<
  typeof files.$inferSelect,
  'id' | 'key' | 'name' | 'sizeBytes' | 'mimeType' | 'sha256' | 'crc32' | 'durationMs'
> & { missingSince: Date | null }

/** A part with its file. What was removed has no position. */
export type PartRow = {
  id: number
  position: number | null
  kind: PartKind
  name: string
  section: string
  access: AccessType
  url: string | null
  text: string | null
  file: StoredFile | null
  addedAt: Date
  removedAt: Date | null
}

const fileJson = sql`case when f.id is null then null else json_build_object(
  'id', f.id, 'key', f.key, 'name', f.name, 'sizeBytes', f.size_bytes, 'mimeType', f.mime_type, 'sha256', f.sha256, 'crc32', f.crc32,
  'durationMs', f.duration_ms,
  'missingSince', (select missing_since from missing_files where file_id = f.id and confirmed_missing_at is not null)) end`

function partsJson(text: SQL, filter: SQL): SQL<Array<PartRow>> {
  return sql`(
    select coalesce(json_agg(json_build_object(
      'id', p.id, 'position', p.position, 'kind', p.kind, 'name', p.name, 'section', p.section, 'access', p.access,
      'url', p.url, 'text', ${text}, 'addedAt', p.added_at, 'removedAt', p.removed_at, 'file', ${fileJson}
    ) order by p.position, p.removed_at, p.id), '[]')
    from content_parts p left join files f on f.id = p.file_id
    where p.content_id = content_items.id ${filter})`.mapWith(decodeParts)
}

/** All parts of an item as a column of its row, in their order; after them those that only earlier buyers get. */
export const partsColumn = partsJson(sql`p.text`, sql``)

/** The same for lists, without what was removed and without the texts for sale: a hundred texts can be 30 MB. */
export const listedPartsColumn = partsJson(
  sql`case when p.text is not null then '' end`,
  sql`and p.removed_at is null`,
)

type PartJson = Omit<PartRow, 'addedAt' | 'removedAt' | 'file'> & {
  addedAt: string
  removedAt: string | null
  file: (Omit<StoredFile, 'missingSince'> & { missingSince: string | null }) | null
}

function decodeParts(parts: Array<PartJson>): Array<PartRow> {
  return parts.map(({ file, ...part }) => ({
    ...part,
    file: file && { ...file, missingSince: decodeDate(file.missingSince) },
    addedAt: new Date(part.addedAt),
    removedAt: decodeDate(part.removedAt),
  }))
}

function decodeDate(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

/** The first part of an item, which has the fields of the specified API. */
export function firstPart({ parts }: { parts: ReadonlyArray<PartRow> }): PartRow {
  const [first] = visibleParts(parts)
  if (!first) throw new Error('An item has at least one part')
  return first
}

/** Whether nobody can be given a part: its file is gone, or confirmed to be missing. */
function isLostPart({ file, url, text }: PartRow): boolean {
  return file ? file.missingSince !== null : url === null && text === null
}

/** The parts that can be sold now. All of them where none is left, because they still say what the item is. */
export function availableParts(parts: ReadonlyArray<PartRow>): Array<PartRow> {
  const visible = visibleParts(parts)
  const available = visible.filter((part) => !isLostPart(part))
  return available.length > 0 ? available : visible
}

/** Whether an item has lost a part, so that it can't be bought until it is whole again. */
export function hasLostPart({ parts }: { parts: ReadonlyArray<PartRow> }): boolean {
  return visibleParts(parts).some(isLostPart)
}

export function presentPublicPart(part: PartRow, isPreviewed = false): PublicPart {
  const { kind, section, access, file } = part
  return {
    kind,
    name: partName(part),
    section,
    access,
    size: file?.sizeBytes ?? null,
    seconds: secondsOf(file?.durationMs ?? null),
    isPreviewed,
  }
}

/** Whole seconds, at least one; null for what has no length. */
export function secondsOf(durationMs: number | null): number | null {
  return durationMs === null ? null : Math.max(1, Math.round(durationMs / 1_000))
}

/** The first part of a kind and type of which the creator chose a free preview. */
export function previewedPart(
  { parts }: { parts: ReadonlyArray<PartRow> },
  options: TeaserOptions | null,
): PartRow | undefined {
  const { words = 0, seconds = 0, pages = 0 } = options ?? {}
  return visibleParts(parts).find(({ kind, file }) => {
    if (kinds[kind].teaser === 'words') return words > 0
    if (kinds[kind].teaser === null || !file) return false
    return isPdf(file.mimeType) ? pages > 0 : isRecording(file.mimeType) && seconds > 0
  })
}

/** A part with what buyers get of it. `fileUrl` is the address that its bytes have for this reader. */
export function presentPart(part: PartRow, fileUrl: string | null): ContentPart {
  const { id, position, kind, section, access, file, url, text } = part
  const fields = { id, position, name: partName(part), section, access }
  if (holds(kind, 'file'))
    return {
      kind,
      ...fields,
      size: file?.sizeBytes ?? null,
      type: file?.mimeType ?? null,
      seconds: secondsOf(file?.durationMs ?? null),
      sha256: file?.sha256 ?? null,
      url: file?.missingSince === null ? fileUrl : null,
      missingSince: file?.missingSince?.toISOString() ?? null,
    }
  return holds(kind, 'url') ? { kind, ...fields, url } : { kind, ...fields, text }
}

/** How loud the recordings among these parts are. Read only where a page plays them. */
export async function presentWaveforms(
  db: Db,
  parts: ReadonlyArray<PartRow>,
): Promise<Array<{ part: number; peaks: string }>> {
  const recordings = parts.flatMap(({ id, file }) =>
    file && isRecording(file.mimeType) ? { part: id, fileId: file.id } : [],
  )
  if (recordings.length === 0) return []
  const rows = await db
    .select({ id: files.id, peaks: files.peaks })
    .from(files)
    .where(
      inArray(
        files.id,
        recordings.map(({ fileId }) => fileId),
      ),
    )
  const peaksOf = new Map(rows.map(({ id, peaks }) => [id, peaks]))
  return recordings.flatMap(({ part, fileId }) => {
    const peaks = peaksOf.get(fileId)
    return peaks ? { part, peaks } : []
  })
}

/** The parts as they are stored, for a form that changes some of them. */
export function toDrafts(parts: ReadonlyArray<PartRow>): Array<PartDraft> {
  return visibleParts(parts).map(({ id, kind, name, section, access, url, text, file }) => ({
    id,
    kind,
    name,
    section,
    access,
    uploadId: '',
    hasFile: file !== null,
    url,
    text,
  }))
}

/** The files of the uploads that these parts use, by the upload's id. */
export type PartFiles = ReadonlyMap<string, NewFile>

/** Throws AppError when an upload is unknown, unfinished or used by another item. */
export async function requirePartFiles(
  ports: Ports,
  viewer: Viewer,
  parts: ReadonlyArray<PartDraft>,
): Promise<PartFiles> {
  const found = new Map<string, NewFile>()
  for (const { uploadId } of parts)
    if (uploadId !== '') found.set(uploadId, await requireCompletedUpload(ports, viewer, uploadId))
  return found
}

/** The first step of a transaction that uses these uploads. In the order of their ids, so that two wait for each other in turn. */
export async function lockPartFiles(tx: Tx, partFiles: PartFiles): Promise<void> {
  for (const uploadId of [...partFiles.keys()].sort()) await lockUpload(tx, uploadId)
}

type PartsWrite = { contentId: number; parts: ReadonlyArray<PartDraft>; partFiles: PartFiles; now: Date }

export async function insertParts(
  tx: Tx,
  { contentId, parts, partFiles, now }: PartsWrite,
  startPosition = 1,
): Promise<void> {
  const rows: Array<typeof contentParts.$inferInsert> = []
  for (const [index, part] of parts.entries())
    rows.push({
      ...columnsOf(part),
      contentId,
      position: startPosition + index,
      fileId: await attachFile(tx, { contentId, part, partFiles }),
      addedAt: now,
    })
  await insertRows(tx, contentParts, rows)
}

/**
 * Makes these the parts of an item, whose row the caller has locked: those without an id are added, those not listed are
 * removed, which earlier buyers keep. A replaced file goes, because everyone gets the new one.
 */
export async function replaceParts(
  tx: Tx,
  stored: ReadonlyArray<PartRow>,
  { contentId, parts, partFiles, now }: PartsWrite,
): Promise<void> {
  const kept = new Set(parts.map(({ id }) => id))
  const removedIds = visibleParts(stored).flatMap(({ id }) => (kept.has(id) ? [] : id))
  assertKeepable(stored, parts)
  for (const id of removedIds) await updateRow(tx, contentParts, { id }, { position: null, removedAt: now })
  for (const [index, part] of parts.entries()) {
    const before = stored.find(({ id }) => id === part.id)
    if (!before) {
      await insertParts(tx, { contentId, parts: [part], partFiles, now }, index + 1)
      continue
    }
    const fileId = await attachFile(tx, { contentId, part, partFiles })
    const change = { ...columnsOf(part), position: index + 1, ...(fileId !== null && { fileId }) }
    await updateRow(tx, contentParts, { id: before.id }, change)
    if (fileId !== null && before.file)
      await updateRow(tx, files, { id: before.file.id }, { unreferencedSince: now })
  }
}

function columnsOf({ kind, name, section, access, url, text }: PartDraft) {
  return { kind, name, section, access, url, text }
}

/** Inserts the file of a part's upload; null without an upload. */
async function attachFile(
  tx: Tx,
  { contentId, part, partFiles }: { contentId: number; part: PartDraft; partFiles: PartFiles },
): Promise<number | null> {
  const file = partFiles.get(part.uploadId)
  if (!file) return null
  const [{ id: fileId }] = await insertRows(tx, files, [file])
  await attachUpload(tx, part.uploadId, contentId)
  return fileId
}

/** Bounds what an item keeps for earlier buyers besides its parts, because each read of the item has all of it. */
function assertKeepable(stored: ReadonlyArray<PartRow>, parts: ReadonlyArray<PartDraft>): void {
  const ids = new Set(parts.map(({ id }) => id))
  const all = [...parts, ...stored.filter(({ id }) => !ids.has(id))]
  const textLength = all.reduce((sum, { text }) => sum + (text?.length ?? 0), 0)
  if (all.length <= limits.maxKeptParts && textLength <= limits.maxKeptTextLength) return
  const message =
    'Earlier buyers keep the parts that you remove, and this item has too many of them. Replace a part instead of removing it.'
  throw new AppError('invalid_input', message, { parts: message })
}

/**
 * Deleted items (`item`) that no one can access: no grant is active or can be restored, and no open
 * checkout can still be paid.
 */
const isUnneeded = sql`item.deleted_at is not null
  and not exists (select from purchases join access_grants on access_grants.purchase_id = purchases.id
    where purchases.content_id = item.id and access_grants.revocation_reason is distinct from 'refund')
  and not exists (select from checkouts where checkouts.content_id = item.id and checkouts.next_check_at is not null)
  and not exists (select from bundle_items bundled join purchases on purchases.content_id = bundled.bundle_id
    join access_grants on access_grants.purchase_id = purchases.id
    where bundled.content_id = item.id and (bundled.removed_at is null or purchases.paid_at < bundled.removed_at)
      and access_grants.revocation_reason is distinct from 'refund')`

/** Clears the texts of unneeded items that were deleted before this time. */
export async function clearUnneededTexts(db: Db, before: Date): Promise<void> {
  await db.execute(sql`
    update content_parts set text = '' from content_items as item
    where item.id = content_parts.content_id and content_parts.text <> ''
      and item.deleted_at < ${before.toISOString()}::timestamptz and ${isUnneeded}`)
}

/** Deletes the parts removed before this time that no buyer from before their removal has access to. */
export async function deleteUnneededParts(db: Db, before: Date, now: Date): Promise<void> {
  await db.execute(sql`
    with deleted as (
      delete from content_parts as part
      where part.removed_at < ${before.toISOString()}::timestamptz
        and not exists (select from purchases join access_grants on access_grants.purchase_id = purchases.id
          where purchases.content_id = part.content_id and purchases.paid_at < part.removed_at
            and access_grants.revocation_reason is distinct from 'refund')
        and not exists (select from bundle_items bundled join purchases on purchases.content_id = bundled.bundle_id
          join access_grants on access_grants.purchase_id = purchases.id
          where bundled.content_id = part.content_id and purchases.paid_at < part.removed_at
            and (bundled.removed_at is null or purchases.paid_at < bundled.removed_at)
            and access_grants.revocation_reason is distinct from 'refund')
      returning part.file_id
    )
    update files set unreferenced_since = ${now.toISOString()}::timestamptz
    where id in (select file_id from deleted)`)
}

export async function markFilesUnreferenced(db: Db, now: Date): Promise<void> {
  await db.execute(sql`
    with detached as (
      update content_parts set file_id = null from content_parts as part join content_items as item on item.id = part.content_id
      where content_parts.id = part.id and part.file_id is not null and ${isUnneeded}
      returning part.file_id
    )
    update files set unreferenced_since = ${now.toISOString()}::timestamptz
    where id in (select file_id from detached)`)
}

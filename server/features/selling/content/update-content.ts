import type { ContentStatus } from '../../../../contract/content.ts'
import type { ContentForEditing } from '../../../../contract/content-editing.ts'
import { limits } from '../../../../contract/limits.ts'
import { missingFileError } from '../../../../domain/content.ts'
import { AppError } from '../../../../domain/errors.ts'
import { holds } from '../../../../domain/part-kinds.ts'
import { lacksFile, type PartDraft, visibleParts } from '../../../../domain/parts.ts'
import type { Tx } from '../../../db/database.ts'
import { forEachRow, rowsByKey } from '../../../db/pages-by-key.ts'
import { deleteRows } from '../../../db/rows.ts'
import { contentReviews, files } from '../../../db/schema/index.ts'
import type { FormPart } from '../../../http/multipart.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { isStoreDown } from '../../site/storage/store-sentinel.ts'
import { setCopies } from '../reservations/copies.ts'
import { findContentByUpload } from '../uploads/uploads.ts'
import { assertBundlesFit } from './bundle-items.ts'
import { setBundleStatus } from './bundle-status.ts'
import { type ContentUpdate, parseContentUpdate, presentEditable } from './edit-form.ts'
import { enqueueFollowerNotice, recordItemEvent } from './follower-notice.ts'
import { contentNotFoundError, requireCategoryAllowed, requireOwnContent } from './guards.ts'
import { enqueueTeaser } from './make-teaser.ts'
import { enqueueMeasuring } from './measure-recordings.ts'
import {
  clearUnneededTexts,
  deleteUnneededParts,
  firstPart,
  lockPartFiles,
  markFilesUnreferenced,
  type PartFiles,
  replaceParts,
  requirePartFiles,
} from './parts.ts'
import { removePreview } from './preview-image.ts'
import {
  discardReceived,
  listedParts,
  type ReceivedForm,
  receivePart,
  withReceivedFile,
} from './received-form.ts'
import { announceMove, findReleaseForEditing, releaseOfEdit } from './release.ts'
import {
  type ContentRow,
  findOwnContent,
  lockContent,
  selectUnreferencedFiles,
  updateContentRow,
} from './repository.ts'
import { needsReview, requestReview } from './review.ts'
import { deleteGeneratedParts } from './teaser-repository.ts'
import { findUpgradeForEditing, requireUpgradeSource } from './upgrade.ts'
import { writeVersion } from './versions.ts'

/** The creator's own item for the edit form. Another creator's is reported as missing. */
export async function getContentForEditing(
  ports: Ports,
  viewer: Viewer,
  id: number,
): Promise<ContentForEditing> {
  return toEditable(ports, await requireOwnItem(ports, viewer, id))
}

/** An item with everything that its creator entered. */
export async function toEditable(ports: Ports, row: ContentRow): Promise<ContentForEditing> {
  return presentEditable(row, {
    now: ports.clock.now(),
    upgrade: await findUpgradeForEditing(ports.db, row),
    releaseDay: await findReleaseForEditing(ports, row),
  })
}

/** An own item with parts. A bundle has a form of its own. */
async function requireOwnItem(ports: Ports, viewer: Viewer, id: number): Promise<ContentRow> {
  const row = await requireOwnContent(ports, viewer, id)
  if (row.content.isBundle) throw contentNotFoundError()
  return row
}

/** Updates an item from a form. A rejected or interrupted form changes nothing and leaves nothing in the file store. */
export async function updateContent(
  ports: Ports,
  viewer: Viewer,
  { id, form }: { id: number; form: AsyncIterable<FormPart> },
): Promise<ContentForEditing> {
  const row = await requireOwnItem(ports, viewer, id)
  const holdsFile = holds(firstPart(row).kind, 'file')
  const received: ReceivedForm = { fields: new Map() }
  try {
    for await (const part of form) {
      await receivePart(ports, viewer, {
        received,
        part,
        acceptsFile: (fileName) => fileName !== '' && holdsFile,
        validateFields: () => parseContentUpdate(ports, row, received.fields),
      })
    }
    if (!holdsFile) received.fields.delete('uploadId')
    if (!(await isAlreadyApplied(ports, viewer, { id, received })))
      await applyUpdate(ports, viewer, { id, received })
  } catch (error) {
    await discardReceived(ports, viewer, received)
    throw error
  }
  return getContentForEditing(ports, viewer, id)
}

export async function setStatus(
  ports: Ports,
  viewer: Viewer,
  { id, status }: { id: number; status: ContentStatus },
): Promise<ContentForEditing> {
  const { content } = await requireOwnContent(ports, viewer, id)
  if (content.isBundle) await setBundleStatus(ports, viewer, { id, status })
  else await applyUpdate(ports, viewer, { id, received: { fields: new Map([['status', status]]) } })
  return toEditable(ports, await requireOwnContent(ports, viewer, id))
}

/** A repeated form, after a lost response, changes nothing. */
async function isAlreadyApplied(
  ports: Ports,
  viewer: Viewer,
  { id, received }: { id: number; received: ReceivedForm },
): Promise<boolean> {
  const listed = listedParts({ parts: received.fields.get('parts') ?? '' })
  const uploadIds = listed?.map(({ uploadId }) => uploadId) ?? [received.fields.get('uploadId')?.trim() ?? '']
  const [first] = uploadIds.filter(Boolean)
  return first !== undefined && (await findContentByUpload(ports, viewer, first)) === id
}

/** Reads the item again under its lock, so that concurrent changes are not overwritten. */
async function applyUpdate(
  ports: Ports,
  viewer: Viewer,
  { id, received }: { id: number; received: ReceivedForm },
): Promise<void> {
  const partFiles = await requirePartFiles(ports, viewer, await typedParts(ports, viewer, { id, received }))
  const before = await ports.db
    .transaction(async (tx) => {
      const row = await lockContent(tx, { id, creatorId: viewer.id })
      if (!row) throw contentNotFoundError()
      if (received.previewKey) resetFocalPoint(received.fields)
      const edit = parseContentUpdate(ports, row, received.fields)
      await requireCategoryAllowed(tx, ports, viewer, {
        category: edit.category,
        currentCategory: row.content.category,
      })
      if (edit.version !== undefined && edit.version !== row.content.version) {
        throw new AppError(
          'conflict',
          'This item was changed somewhere else. Reload the page to see the latest version.',
        )
      }
      received.isCommitting = true
      await lockPartFiles(tx, partFiles)
      const parts = withReceivedFile(edit.parts, received)
      await writeUpdate(tx, ports, {
        viewer,
        row,
        edit: { ...edit, parts },
        partFiles,
        previewKey: received.previewKey,
      })
      return row.content
    })
    .catch((error: unknown) => {
      // A rejected form was not committed. After other errors it is unknown.
      if (error instanceof AppError) delete received.isCommitting
      throw error
    })
  const after = await findOwnContent(ports.db, { id, creatorId: viewer.id })
  if (before.previewImageKey && before.previewImageKey !== after?.content.previewImageKey) {
    await removePreview(ports, before.previewImageKey)
  }
}

/** The parts that an edit would store, read before the transaction, because their uploads may have to be finished first. */
async function typedParts(
  ports: Ports,
  viewer: Viewer,
  { id, received }: { id: number; received: ReceivedForm },
): Promise<Array<PartDraft>> {
  const row = await requireOwnContent(ports, viewer, id)
  return withReceivedFile(parseContentUpdate(ports, row, received.fields).parts, received)
}

/** Centers the focal point of a new image, because the previous image's does not apply to it. */
function resetFocalPoint(fields: Map<string, string>): void {
  for (const name of ['previewFocusX', 'previewFocusY']) if (!fields.has(name)) fields.set(name, '50')
}

type UpdateWrite = {
  viewer: Viewer
  row: ContentRow
  edit: ContentUpdate
  partFiles: PartFiles
  previewKey: string | undefined
}

async function writeUpdate(tx: Tx, ports: Ports, { viewer, row, edit, partFiles, previewKey }: UpdateWrite) {
  const { version: _, removePreview, notifyFollowers, newVersion, parts, maxCopies, ...draft } = edit
  const now = ports.clock.now()
  await requireUpgradeSource(tx, { ...draft, creatorId: viewer.id }, row.content)
  if (draft.status === 'published' && lacksFile(parts)) throw missingFileError()
  const image = previewKey ?? (removePreview ? null : row.content.previewImageKey)
  const wantsToPublish = draft.status === 'published' && row.content.status === 'draft'
  const waits = wantsToPublish && (await needsReview(tx, ports, viewer))
  const release = await releaseOfEdit(tx, { edit: draft, stored: row.content, now })
  await updateContentRow(tx, row.content.id, {
    ...draft,
    ...release,
    ...(waits && { status: 'draft' as const }),
    previewImageKey: image,
    teaserStatus: draft.teaserOptions ? 'pending' : 'none',
    teaserError: '',
    updatedAt: now,
  })
  await announceMove(tx, ports, { stored: row.content, after: release, now })
  await changeCopies(tx, ports, { row, max: maxCopies, now })
  await replaceParts(tx, row.parts, { contentId: row.content.id, parts, partFiles, now })
  if (isMore(parts, row.parts)) await assertBundlesFit(tx, { contentId: row.content.id })
  // The teaser of an earlier version may show more than the creator wants now.
  await deleteGeneratedParts(tx, row.content.id)
  if (draft.teaserOptions) await enqueueTeaser(tx, ports, row.content)
  await enqueueMeasuring(tx, ports, {
    id: row.content.id,
    creatorId: row.content.creatorId,
    stored: row.parts,
    partFiles,
  })
  const status = waits ? 'draft' : draft.status
  if (status !== row.content.status)
    await recordItemEvent(tx, ports, { creatorId: viewer.id, contentId: row.content.id, status })
  if (waits) await requestReview(tx, ports, { contentId: row.content.id, notifyFollowers })
  else if (row.review?.state === 'pending')
    await deleteRows(tx, contentReviews, { contentId: row.content.id })
  if (wantsToPublish && !waits && (notifyFollowers || row.review?.notifyFollowers))
    await enqueueFollowerNotice(tx, ports, row.content.id)
  if (newVersion) await writeVersion(tx, ports, row, newVersion)
}

/** Whether an edit adds parts or text. */
function isMore(parts: ReadonlyArray<PartDraft>, stored: ContentRow['parts']): boolean {
  const known = new Set<number | undefined>(stored.map(({ id }) => id))
  const textLength = (all: ReadonlyArray<{ text: string | null }>) =>
    all.reduce((sum, { text }) => sum + (text?.length ?? 0), 0)
  return parts.some(({ id }) => !known.has(id)) || textLength(parts) > textLength(visibleParts(stored))
}

/** People who wait for copies are told when more can be sold than before. */
async function changeCopies(
  tx: Tx,
  { queue }: Ports,
  { row: { content, stock }, max, now }: { row: ContentRow; max: number | null; now: Date },
): Promise<void> {
  if ((stock?.max ?? null) === max) return
  const { id: contentId, creatorId } = content
  if (!(await setCopies(tx, { contentId, creatorId, max, now }))) return
  const data = { contentId: String(contentId) }
  await queue.enqueue(tx, { name: 'offer-copies', data }, { singletonKey: data.contentId })
}

/** The time that an unreferenced file stays stored: a signed URL is valid for ten minutes, and a download may be slow. */
const fileRetentionMs = limits.signedUrlTtlMs + 24 * 3_600_000

/** The time that a deleted item's text, or a removed part, stays stored, so that checkouts that just started have been stored by then. */
const textGraceMs = 15 * 60_000

/** Deletes the texts of deleted items without buyers, removed parts without earlier buyers, and the bytes of their files and of replaced ones. */
export async function deleteUnreferencedFiles({ db, fileStore, clock, log }: Ports): Promise<void> {
  const now = clock.now()
  const graceEnd = new Date(now.getTime() - textGraceMs)
  await clearUnneededTexts(db, graceEnd)
  await deleteUnneededParts(db, graceEnd, now)
  await markFilesUnreferenced(db, now)
  const before = new Date(now.getTime() - fileRetentionMs)
  const unreferenced = rowsByKey(
    (after: number | undefined, limit) => selectUnreferencedFiles(db, { before, after, limit }),
    { keyOf: ({ id }) => id, pageSize: 100 },
  )
  const remove = async ({ id, key }: { id: number; key: string }) => {
    await fileStore.remove(key)
    await deleteRows(db, files, { id })
    log.info({ fileId: id }, 'removed an unreferenced file')
  }
  await forEachRow(unreferenced, remove, {
    log,
    message: 'an unreferenced file could not be removed, will retry',
    describe: ({ id }) => ({ fileId: id }),
    endsRound: () => isStoreDown(fileStore),
  })
}

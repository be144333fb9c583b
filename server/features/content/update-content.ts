import type { ContentStatus } from '../../../contract/content.ts'
import type { ContentForEditing } from '../../../contract/content-edit.ts'
import { limits } from '../../../contract/limits.ts'
import { missingFileError } from '../../../domain/content.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/database.ts'
import type { FormPart } from '../../http/multipart.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { type ContentUpdate, parseContentUpdate, presentEditable } from './edit-form.ts'
import {
  clearUnneededTexts,
  deleteFile,
  findOwnContent,
  lockContent,
  markFilesUnreferenced,
  markFileUnreferenced,
  selectUnreferencedFiles,
  updateContentRow,
} from './edit-repository.ts'
import { enqueueFollowerNotice } from './follower-notice.ts'
import { enqueueTeaser } from './make-teaser.ts'
import { discardReceived, type ReceivedForm, receivePart } from './received-form.ts'
import { type ContentRow, insertFile, type NewFile } from './repository.ts'
import { requireCategoryAllowed } from './require-category-allowed.ts'
import { contentNotFoundError, requireOwnContent } from './require-own-content.ts'
import { deleteMadeParts } from './teaser-repository.ts'
import { attachUpload, findContentByUpload, lockUpload, requireCompletedUpload } from './uploads.ts'

/** The creator's own item for the edit form. Another creator's is reported as missing. */
export async function getContentForEditing(
  ports: Ports,
  viewer: Viewer,
  id: number,
): Promise<ContentForEditing> {
  return presentEditable(await requireOwnContent(ports, viewer, id))
}

/** Updates an item from a form. A rejected or interrupted form changes nothing and leaves nothing in the file store. */
export async function updateContent(
  ports: Ports,
  viewer: Viewer,
  { id, form }: { id: number; form: AsyncIterable<FormPart> },
): Promise<ContentForEditing> {
  const row = await requireOwnContent(ports, viewer, id)
  const sent: ReceivedForm = { fields: new Map() }
  try {
    for await (const part of form) {
      await receivePart(ports, viewer, {
        ...{ received: sent, part },
        acceptsFile: (fileName) => fileName !== '' && row.content.kind === 'file',
        validateFields: () => parseContentUpdate(ports, row, sent.fields),
      })
    }
    if (row.content.kind !== 'file') sent.fields.delete('uploadId')
    if (!(await isAlreadyApplied(ports, viewer, { id, sent }))) await applyUpdate(ports, viewer, { id, sent })
  } catch (error) {
    await discardReceived(ports, viewer, sent)
    throw error
  }
  return getContentForEditing(ports, viewer, id)
}

/** Publishes or unpublishes an item. */
export async function setStatus(
  ports: Ports,
  viewer: Viewer,
  { id, status }: { id: number; status: ContentStatus },
): Promise<ContentForEditing> {
  await requireOwnContent(ports, viewer, id)
  await applyUpdate(ports, viewer, { id, sent: { fields: new Map([['status', status]]) } })
  return getContentForEditing(ports, viewer, id)
}

/** A repeated form, after a lost response, changes nothing. */
async function isAlreadyApplied(
  ports: Ports,
  viewer: Viewer,
  { id, sent }: { id: number; sent: ReceivedForm },
): Promise<boolean> {
  return (await findContentByUpload(ports, viewer, sent.fields.get('uploadId')?.trim() ?? '')) === id
}

/** Reads the item again under its lock, so that concurrent changes are not overwritten. */
async function applyUpdate(
  ports: Ports,
  viewer: Viewer,
  { id, sent }: { id: number; sent: ReceivedForm },
): Promise<void> {
  const uploadId = sent.uploadId ?? sent.fields.get('uploadId')?.trim() ?? ''
  const file = uploadId ? await requireCompletedUpload(ports, viewer, uploadId) : undefined
  const before = await ports.db
    .transaction(async (tx) => {
      const row = await lockContent(tx, { id, creatorId: viewer.id })
      if (!row) throw contentNotFoundError()
      if (sent.previewKey) centerNewImage(sent.fields)
      const edit = parseContentUpdate(ports, row, sent.fields)
      await requireCategoryAllowed(tx, viewer, { category: edit.category, before: row.content.category })
      if (edit.version !== undefined && edit.version !== row.content.version) {
        throw new AppError(
          'conflict',
          'This item was changed somewhere else. Reload the page to see the latest version.',
        )
      }
      sent.committing = true
      if (uploadId && file) await lockUpload(tx, uploadId)
      await writeUpdate(tx, ports, { row, edit, file, previewKey: sent.previewKey })
      if (uploadId && file) await attachUpload(tx, uploadId, id)
      return row.content
    })
    .catch((error: unknown) => {
      // A rejected form was not committed; after a broken connection it is unknown.
      if (error instanceof AppError) delete sent.committing
      throw error
    })
  const after = await findOwnContent(ports.db, { id, creatorId: viewer.id })
  if (before.previewImageKey && before.previewImageKey !== after?.content.previewImageKey) {
    await ports.fileStore.remove(before.previewImageKey)
  }
}

/** The focal point of the image before says nothing about a new one. */
function centerNewImage(fields: Map<string, string>): void {
  for (const name of ['previewFocusX', 'previewFocusY']) if (!fields.has(name)) fields.set(name, '50')
}

type UpdateWrite = {
  row: ContentRow
  edit: ContentUpdate
  file: NewFile | undefined
  previewKey: string | undefined
}

async function writeUpdate(
  tx: Tx,
  ports: Ports,
  { row, edit, file, previewKey }: UpdateWrite,
): Promise<void> {
  const { uploadId: _, version: __, removePreview, notifyFollowers, ...draft } = edit
  const now = ports.clock.now()
  if (draft.kind === 'file' && draft.status === 'published' && !file && row.content.fileId === null)
    throw missingFileError()
  const fileId = file ? await insertFile(tx, file) : row.content.fileId
  const image = previewKey ?? (removePreview ? null : row.content.previewImageKey)
  await updateContentRow(tx, row.content.id, {
    ...draft,
    fileId,
    previewImageKey: image,
    teaserStatus: draft.teaserOptions ? 'pending' : 'none',
    teaserError: '',
    updatedAt: now,
  })
  // The teaser of an earlier version may show more than the creator wants now.
  await deleteMadeParts(tx, row.content.id)
  if (draft.teaserOptions) await enqueueTeaser(tx, ports, row.content.id)
  const isPublishing = draft.status === 'published' && row.content.status === 'draft'
  if (notifyFollowers && isPublishing) await enqueueFollowerNotice(tx, ports, row.content.id)
  if (file && row.content.fileId !== null) await markFileUnreferenced(tx, row.content.fileId, now)
}

/** How long a file outlives its item: signed URLs are valid for ten minutes, and downloads may be slow. */
const fileRetentionMs = limits.signedUrlTtlMs + 24 * 3_600_000

/** How long a text outlives its item: a checkout that started just before has been stored by then. */
const textGraceMs = 15 * 60_000

/** Deletes the texts of deleted items without buyers, and the bytes of their files and of replaced ones. */
export async function deleteUnreferencedFiles({ db, fileStore, clock, log }: Ports): Promise<void> {
  const now = clock.now()
  await clearUnneededTexts(db, new Date(now.getTime() - textGraceMs))
  await markFilesUnreferenced(db, now)
  for (const { id, key } of await selectUnreferencedFiles(
    db,
    new Date(now.getTime() - fileRetentionMs),
    100,
  )) {
    await fileStore.remove(key)
    await deleteFile(db, id)
    log.info({ fileId: id }, 'removed an unreferenced file')
  }
}

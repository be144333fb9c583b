import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '../../../../contract/limits.ts'
import type { Upload } from '../../../../contract/uploads.ts'
import { AppError } from '../../../../domain/errors.ts'
import { mimeTypeOf, sanitizeFileName } from '../../../../domain/file-type.ts'
import type { Tx } from '../../../db/database.ts'
import { findRow, insertRows, updateRow } from '../../../db/rows.ts'
import { uploads } from '../../../db/schema/index.ts'
import { enforceRateLimits } from '../../../http/rate-limit.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { UploadService } from '../../../http/tus.ts'
import { type FileSums, StorageFullError } from '../../../ports/file-store.ts'
import type { Ports } from '../../../ports/index.ts'
import { dropHash, finishHash, trackHash } from './incremental-hash.ts'
import { assertUploadFits } from './quota.ts'
import {
  acquireUpload,
  attachUploadToContent,
  countOpenUploads,
  deleteUpload,
  lockUnattachedUpload,
  type NewFile,
  type UploadRow,
} from './repository.ts'

/** The maximum time that the last request of an upload waits for the hash. */
const finishTimeoutMs = 2_000

const uploadNotFound = () =>
  new AppError('not_found', 'This upload is no longer available. Please select the file again.', {
    file: 'Please select the file again.',
  })
const storageFullError = () => {
  const message = 'We’re out of storage space right now. Your progress is saved, so try again later.'
  return new AppError('insufficient_storage', message, { file: message })
}
const uploadLockedError = () =>
  new AppError('upload_locked', 'This file is already being uploaded in another window.')

export function createUploadService(ports: Ports): UploadService {
  const { db, fileStore, clock } = ports
  return {
    newId: () => randomBytes(16).toString('hex'),

    async create(viewer, { id, name, size }) {
      if (size === 0)
        throw new AppError('invalid_input', 'This file is empty.', { file: 'This file is empty.' })
      await startUpload(ports, viewer, { id, name: sanitizeFileName(name, limits.maxFileNameLength), size })
    },

    async find(viewer, id) {
      const row = await requireUpload(ports, viewer, id)
      return { name: row.name, size: row.sizeBytes, offset: await fileStore.uploadedBytes(row) }
    },

    async append(viewer, id, { offset, bytes }) {
      await requireUpload(ports, viewer, id)
      const row = await acquireUpload(db, id, clock.now())
      if (!row) throw uploadNotFound()
      const appendOptions = {
        offset,
        size: row.sizeBytes,
        ownsChunks: true,
        onStored: trackHash(id, offset),
        async saveState(state: string) {
          row.storeState = state
          await updateIfCurrent(ports, row, { storeState: state })
        },
      }
      const received = await fileStore.append(row, bytes, appendOptions).catch((error: unknown) => {
        throw error instanceof StorageFullError ? storageFullError() : error
      })
      if (received === row.sizeBytes) await finishInBackground(ports, row)
      return received
    },

    async terminate(viewer, id) {
      const row = await requireUpload(ports, viewer, id)
      if (row.contentId !== null) throw uploadNotFound()
      await acquireUpload(db, id, clock.now())
      await removeUpload(ports, row)
    },
  }
}

/** Inserts an upload of `size` bytes. Throws AppError when the creator has too many or exceeds the quota. */
export async function startUpload(
  ports: Ports,
  viewer: Viewer,
  { id, name, size }: { id: string; name: string; size: number },
): Promise<{ key: string }> {
  const { db, clock } = ports
  const creatorId = viewer.id
  const space = await ports.fileStore.freeSpace?.()
  if (space && space.freeBytes < size) throw storageFullError()
  await enforceRateLimits(ports, [
    { key: `uploads ${creatorId}`, max: limits.maxUploadsPerHour, windowMs: 3_600_000 },
  ])
  const now = clock.now()
  const key = `files/${id}`
  await db.transaction(async (tx) => {
    await insertRows(tx, uploads, [
      { id, creatorId, key, name, sizeBytes: size, createdAt: now, lastActivityAt: now },
    ])
    await assertOpenUploadsFit(tx, creatorId, now)
    await assertUploadFits(tx, ports, { creatorId, size })
  })
  return { key }
}

/** Deletes an upload that no item uses, and its bytes. Never throws: what stays is removed as an old upload. */
export async function discardUpload(ports: Ports, viewer: Viewer, id: string): Promise<void> {
  try {
    const row = await findRow(ports.db, uploads, { id, creatorId: viewer.id })
    if (row && row.contentId === null) await removeUpload(ports, row)
  } catch (error) {
    ports.log.warn(
      { err: error, uploadId: id },
      'an upload could not be discarded; the garbage collection will',
    )
  }
}

export async function getUpload(ports: Ports, viewer: Viewer, id: string): Promise<Upload> {
  const row = await requireUpload(ports, viewer, id)
  const offset = await ports.fileStore.uploadedBytes(row)
  if (offset === row.sizeBytes && row.sha256 === null) void finishInBackground(ports, row)
  return {
    id,
    name: row.name,
    size: row.sizeBytes,
    offset,
    sha256: row.sha256,
    createdAt: row.createdAt.toISOString(),
    expiresAt: new Date(row.lastActivityAt.getTime() + limits.uploadTtlMs).toISOString(),
  }
}

/** The file of a completed upload, to be inserted with its item; call `attachUpload` in the same transaction. */
export async function requireCompletedUpload(ports: Ports, viewer: Viewer, id: string): Promise<NewFile> {
  const row = await requireUpload(ports, viewer, id)
  if (row.contentId !== null) throw uploadNotFound()
  const { key, name, sizeBytes } = row
  const { sha256, crc32 } = storedSums(row) ?? (await finishIfComplete(ports, row))
  return {
    creatorId: viewer.id,
    key,
    name,
    sizeBytes,
    mimeType: mimeTypeOf(name),
    sha256,
    crc32,
    createdAt: ports.clock.now(),
  }
}

/**
 * The first step of a transaction that uses an upload. Throws AppError when an item uses it already, so that of two
 * concurrent transactions only one continues.
 */
export async function lockUpload(tx: Tx, id: string): Promise<void> {
  if (!(await lockUnattachedUpload(tx, id))) throw uploadNotFound()
}

/** Attaches an upload to an item; throws AppError when another item uses it already. */
export async function attachUpload(tx: Tx, id: string, contentId: number): Promise<void> {
  if (!(await attachUploadToContent(tx, id, contentId))) throw uploadNotFound()
}

/** The item that uses an upload, for a form that is repeated after a lost response. */
export async function findContentByUpload(
  { db }: Ports,
  viewer: Viewer,
  uploadId: string,
): Promise<number | undefined> {
  const row = await findRow(db, uploads, { id: uploadId, creatorId: viewer.id })
  return row?.contentId ?? undefined
}

/** Deletes an upload and its bytes. The row is deleted last, so that an interrupted removal is repeated. */
export async function removeUpload({ db, fileStore }: Ports, row: UploadRow): Promise<void> {
  await fileStore.abort(row)
  if (row.contentId === null) await fileStore.remove(row.key)
  dropHash(row.id)
  await deleteUpload(db, row.id)
}

async function requireUpload({ db }: Ports, viewer: Viewer, id: string): Promise<UploadRow> {
  const row = await findRow(db, uploads, { id, creatorId: viewer.id })
  if (!row) throw uploadNotFound()
  return row
}

/** Null until the upload is complete. */
function storedSums({ sha256, crc32 }: UploadRow): FileSums | null {
  return sha256 === null || crc32 === null ? null : { sha256, crc32 }
}

const inFlight = new Map<string, Promise<FileSums>>()

/** Concurrent callers share one run. */
function finishOnce(ports: Ports, row: UploadRow): Promise<FileSums> {
  const pending = inFlight.get(row.id) ?? finishUpload(ports, row).finally(() => inFlight.delete(row.id))
  inFlight.set(row.id, pending)
  return pending
}

/** Returns before a large file is hashed, so that no request stays open for it. Clients poll for the hash. */
async function finishInBackground(ports: Ports, row: UploadRow): Promise<void> {
  const finished = finishOnce(ports, row).catch((error: unknown) => {
    ports.log.error({ err: error, uploadId: row.id }, 'upload could not be finished, will retry')
  })
  await Promise.race([finished, sleep(finishTimeoutMs, undefined, { ref: false })])
}

/** All bytes are stored: the file gets its final key, and its sums are saved. */
async function finishUpload(ports: Ports, row: UploadRow): Promise<FileSums> {
  const { fileStore } = ports
  await fileStore.complete(row)
  const sums = await finishHash(fileStore, row)
  await updateIfCurrent(ports, row, sums)
  return sums
}

/** Saves an upload's state. Throws AppError when another request has taken the upload over. */
async function updateIfCurrent(
  { db, clock }: Ports,
  { id, fencingToken }: UploadRow,
  change: Partial<Pick<UploadRow, 'storeState' | 'sha256' | 'crc32'>>,
): Promise<void> {
  const row = await updateRow(db, uploads, { id, fencingToken }, { ...change, lastActivityAt: clock.now() })
  if (!row) throw uploadLockedError()
}

/** Finishes an upload whose bytes are all stored, but whose end was not recorded because the server was killed. */
async function finishIfComplete(ports: Ports, row: UploadRow): Promise<FileSums> {
  if ((await ports.fileStore.uploadedBytes(row)) === row.sizeBytes) return finishOnce(ports, row)
  const message = 'This file hasn’t finished uploading.'
  throw new AppError('conflict', message, { file: message })
}

/** Counted after the insert, which serializes the creator's uploads. */
async function assertOpenUploadsFit(tx: Tx, creatorId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - limits.uploadTtlMs)
  if ((await countOpenUploads(tx, creatorId, since)) <= limits.maxOpenUploads) return
  throw new AppError(
    'rate_limited',
    `You have ${limits.maxOpenUploads} uploads in progress. Publish some of them, or try again tomorrow.`,
  )
}

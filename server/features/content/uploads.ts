import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '../../../contract/limits.ts'
import type { Upload } from '../../../contract/uploads.ts'
import { AppError } from '../../../domain/errors.ts'
import { cleanFileName, typeOf } from '../../../domain/file-type.ts'
import type { Tx } from '../../db/database.ts'
import type { Viewer } from '../../http/call.ts'
import { throttle } from '../../http/throttle.ts'
import type { Arrivals } from '../../http/tus.ts'
import { StorageFull } from '../../ports/file-store.ts'
import type { Ports } from '../../ports/index.ts'
import { assertUploadFits } from './quota.ts'
import type { NewFile } from './repository.ts'
import { finishHash, followHash, forgetHash } from './upload-hashes.ts'
import {
  countOpen,
  deleteUpload,
  insertUpload,
  keepUpload,
  lockUnspent,
  markSpent,
  takeOver,
  type UploadRow,
  uploadOf,
} from './uploads-repository.ts'

/** Milliseconds that the last piece of a file waits for its hash. */
const patience = 2_000

const uploadNotFound = () =>
  new AppError('not_found', 'This upload is not there any more. Please pick the file again.', {
    file: 'Please pick the file again.',
  })
const noRoom = () => {
  const sentence = 'We’re out of storage space right now. Your progress is saved, so try again later.'
  return new AppError('storage_full', sentence, { file: sentence })
}
const takenOver = () => new AppError('locked', 'This file is being sent from elsewhere.')

/** Creators' files in pieces, as the tus protocol asks for them. */
export function uploadArrivals(ports: Ports): Arrivals {
  const { db, files, clock } = ports
  return {
    newId: () => randomBytes(16).toString('hex'),

    async begin(viewer, { id, name, size }) {
      if (size === 0)
        throw new AppError('invalid_input', 'This file is empty.', { file: 'This file is empty.' })
      await startUpload(ports, viewer, { id, name: cleanFileName(name, limits.fileName), size })
    },

    async find(viewer, id) {
      const row = await ownUpload(ports, viewer, id)
      return { name: row.name, size: row.size, received: await files.arrived(row) }
    },

    async append(viewer, id, { at, bytes }) {
      await ownUpload(ports, viewer, id)
      const row = await takeOver(db, id, clock.now())
      if (!row) throw uploadNotFound()
      const appending = {
        at,
        size: row.size,
        onStored: followHash(id, at),
        async keep(note: string) {
          row.note = note
          if (!(await keepUpload(db, row, { note, touchedAt: clock.now() }))) throw takenOver()
        },
      }
      const received = await files.append(row, bytes, appending).catch((error: unknown) => {
        throw error instanceof StorageFull ? noRoom() : error
      })
      if (received === row.size) await finishSoon(ports, row)
      return received
    },

    async drop(viewer, id) {
      const row = await ownUpload(ports, viewer, id)
      if (row.contentId !== null) throw uploadNotFound()
      await takeOver(db, id, clock.now())
      await removeUpload(ports, row)
    },
  }
}

/** Announces an upload of `size` bytes. Throws AppError when this creator may not begin one more, or has no room for it. */
export async function startUpload(
  ports: Ports,
  viewer: Viewer,
  { id, name, size }: { id: string; name: string; size: number },
): Promise<{ key: string }> {
  const { db, clock } = ports
  const creatorId = viewer.id
  const space = await ports.files.freeSpace?.()
  if (space && space.freeBytes < size) throw noRoom()
  await throttle(ports, [{ key: `uploads ${creatorId}`, max: limits.uploadsPerHour, perMs: 3_600_000 }])
  const now = clock.now()
  const key = `files/${id}`
  await db.transaction(async (tx) => {
    await insertUpload(tx, { id, creatorId, key, name, size, createdAt: now, touchedAt: now })
    await assertFewOpen(tx, creatorId, now)
    await assertUploadFits(tx, ports, { creatorId, size })
  })
  return { key }
}

/** Removes an upload that no item has taken, and its bytes. */
export async function discardUpload(ports: Ports, viewer: Viewer, id: string): Promise<void> {
  const row = await uploadOf(ports.db, viewer.id, id)
  if (row && row.contentId === null) await removeUpload(ports, row)
}

/** How far a creator's upload has come. */
export async function showUpload(ports: Ports, viewer: Viewer, id: string): Promise<Upload> {
  const row = await ownUpload(ports, viewer, id)
  const received = await ports.files.arrived(row)
  if (received === row.size && row.sha256 === null) void finishSoon(ports, row)
  return {
    id,
    name: row.name,
    size: row.size,
    received,
    sha256: row.sha256,
    createdAt: row.createdAt.toISOString(),
    expiresAt: new Date(row.touchedAt.getTime() + limits.uploadLifetime).toISOString(),
  }
}

/** The file of an upload that is here, to be written down with its item; `spendUpload` belongs into the same transaction. */
export async function takeUpload(ports: Ports, viewer: Viewer, id: string): Promise<NewFile> {
  const row = await ownUpload(ports, viewer, id)
  if (row.contentId !== null) throw uploadNotFound()
  const { key, name, size } = row
  const sha256 = row.sha256 ?? (await finishLate(ports, row))
  return {
    id: ports.newId(),
    creatorId: viewer.id,
    key,
    name,
    size,
    type: typeOf(name),
    sha256,
    createdAt: ports.clock.now(),
  }
}

/** The first step of a transaction that takes an upload: of two at once, one goes on. Throws AppError for the other. */
export async function claimUpload(tx: Tx, id: string): Promise<void> {
  if (!(await lockUnspent(tx, id))) throw uploadNotFound()
}

/** Ties an upload to the item that takes it; throws AppError when another has it already. */
export async function spendUpload(tx: Tx, id: string, contentId: number): Promise<void> {
  if (!(await markSpent(tx, id, contentId))) throw uploadNotFound()
}

/** The item that took an upload, for a form that is sent twice because its first answer was lost. */
export async function itemOf({ db }: Ports, viewer: Viewer, uploadId: string): Promise<number | undefined> {
  const row = await uploadOf(db, viewer.id, uploadId)
  return row?.contentId ?? undefined
}

/** Forgets an upload and its bytes. The row goes last: what is only half removed is removed again. */
export async function removeUpload({ db, files }: Ports, row: UploadRow): Promise<void> {
  await files.abandon(row)
  if (row.contentId === null) await files.remove(row.key)
  forgetHash(row.id)
  await deleteUpload(db, row.id)
}

async function ownUpload({ db }: Ports, viewer: Viewer, id: string): Promise<UploadRow> {
  const row = await uploadOf(db, viewer.id, id)
  if (!row) throw uploadNotFound()
  return row
}

const finishing = new Map<string, Promise<string>>()

/** Once for all who wait for it. */
function finish(ports: Ports, row: UploadRow): Promise<string> {
  const running = finishing.get(row.id) ?? finishNow(ports, row).finally(() => finishing.delete(row.id))
  finishing.set(row.id, running)
  return running
}

/** Nobody's connection is held while a large file is read through: they ask again whether its hash is there. */
async function finishSoon(ports: Ports, row: UploadRow): Promise<void> {
  const finished = finish(ports, row).catch((error: unknown) => {
    ports.log.error(
      { err: error, uploadId: row.id },
      'an upload is here and could not be finished; it is tried again',
    )
  })
  await Promise.race([finished, sleep(patience, undefined, { ref: false })])
}

/** All bytes are safe: the file gets its name, and its hash is written down. */
async function finishNow({ db, files, clock }: Ports, row: UploadRow): Promise<string> {
  await files.complete(row)
  const sha256 = await finishHash(files, row)
  if (!(await keepUpload(db, row, { sha256, touchedAt: clock.now() }))) throw takenOver()
  return sha256
}

/** All bytes may be here without their end having been seen, when the server was ended in that moment. */
async function finishLate(ports: Ports, row: UploadRow): Promise<string> {
  if ((await ports.files.arrived(row)) === row.size) return finish(ports, row)
  const sentence = 'This file has not come all the way yet.'
  throw new AppError('conflict', sentence, { file: sentence })
}

/** Counted after the insert, which serializes the creator's uploads. */
async function assertFewOpen(tx: Tx, creatorId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - limits.uploadLifetime)
  if ((await countOpen(tx, creatorId, since)) <= limits.openUploads) return
  throw new AppError(
    'throttled',
    `You have ${limits.openUploads} uploads on their way. Publish some of them, or try again tomorrow.`,
  )
}

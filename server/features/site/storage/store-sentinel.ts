import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { formatBytes } from '../../../../domain/format.ts'
import { instance } from '../../../db/schema/index.ts'
import {
  DamagedFileError,
  type FileStore,
  StoreUnavailableError,
  wholeFile,
} from '../../../ports/file-store.ts'
import type { Ports } from '../../../ports/index.ts'
import { hasOpenAlert } from '../../telling/alerts/service.ts'
import { reserveOf } from './free-space.ts'
import {
  alertMessageFor,
  raiseStoreAlert,
  resolveStoreAlert,
  storeAlerts,
  storeTarget,
} from './monitored-store.ts'

export const sentinelKey = 'store/mark'
const probeBytes = Buffer.from('tipdrop')
const maxBytes = 100

/** Writes our sentinel to the store, once: an unmounted folder or another bucket does not have it. */
export async function writeStoreSentinel({
  db,
  fileStore,
  clock,
}: Pick<Ports, 'db' | 'fileStore' | 'clock'>): Promise<void> {
  const [known] = await db.select({ at: instance.storeSentinelWrittenAt }).from(instance)
  if (!known || known.at) return
  if (!(await hasStoreSentinel(fileStore)))
    await fileStore
      .put(sentinelKey, Readable.from([probeBytes]), { maxBytes })
      .catch(async (error: unknown) => {
        if (!(await waitForSentinel(fileStore))) throw error
      })
  await db.update(instance).set({ storeSentinelWrittenAt: clock.now() })
}

/** An object store rejects a concurrent second writer, so the sentinel may appear within a second. */
async function waitForSentinel(files: FileStore): Promise<boolean> {
  for (let attempt = 1; attempt <= 10; attempt++) {
    if (await hasStoreSentinel(files)) return true
    await sleep(100)
  }
  return false
}

export function hasStoreSentinel(files: FileStore): Promise<boolean> {
  return isStored(files, { key: sentinelKey, sizeBytes: probeBytes.length })
}

/** Whether the store as a whole does not answer, and not just one file of it. */
export async function isStoreDown(files: FileStore): Promise<boolean> {
  return hasStoreSentinel(files).then(
    () => false,
    () => true,
  )
}

/**
 * Whether the store has this key with this size. Throws StoreUnavailableError when it does not answer, which says
 * nothing about the key.
 */
export async function isStored(
  files: FileStore,
  { key, sizeBytes }: { key: string; sizeBytes: number },
): Promise<boolean> {
  const bytes = await files.open(key, wholeFile(sizeBytes)).catch((error: unknown) => {
    if (!(error instanceof DamagedFileError)) throw error
  })
  if (!bytes) return false
  bytes.on('error', () => undefined).destroy()
  return true
}

/** Writes, reads and removes a small file. Throws the store's error. `id` separates processes. */
export async function probeStore(files: FileStore, id: string): Promise<void> {
  const key = `store/probe-${id}`
  await files.put(key, Readable.from([probeBytes]), { maxBytes })
  try {
    if (!(await isStored(files, { key, sizeBytes: probeBytes.length })))
      throw new Error('The store does not have the file it has just accepted')
  } finally {
    await files.remove(key)
  }
}

/** Checks that the store is available, ours and has space; raises and resolves its alerts. */
export async function checkStore(ports: Ports): Promise<void> {
  await checkAvailability(ports)
  await checkSpace(ports)
}

/** A store is back only when it can also be written. */
async function checkAvailability(ports: Ports): Promise<void> {
  const { db, fileStore } = ports
  try {
    await writeStoreSentinel(ports)
    if (!(await hasOurSentinel(ports)))
      return raiseStoreAlert(
        ports,
        'unavailable',
        'The file store is missing our marker file. Check that the right disk is mounted or the right bucket is set.',
      )
    if (!(await hasOpenAlert(db, { kind: storeAlerts.unavailable, target: storeTarget }))) return
    await probeStore(fileStore, randomUUID())
    await resolveStoreAlert(ports, 'unavailable')
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error
    await raiseStoreAlert(ports, 'unavailable', alertMessageFor('unavailable', error))
  }
}

async function hasOurSentinel({ db, fileStore }: Pick<Ports, 'db' | 'fileStore'>): Promise<boolean> {
  const [known] = await db.select({ at: instance.storeSentinelWrittenAt }).from(instance)
  return !known?.at || hasStoreSentinel(fileStore)
}

/** `freeSpace` is what uploads may still use, without the reserve. */
async function checkSpace(ports: Ports): Promise<void> {
  const space = await ports.fileStore.freeSpace?.().catch(() => undefined)
  if (!space) return
  const reserveBytes = reserveOf(ports.config.freeSpaceReserveBytes, space.totalBytes)
  if (space.freeBytes > 0) await resolveStoreAlert(ports, 'full')
  else await raiseStoreAlert(ports, 'full', alertMessageFor('full'))
  if (space.freeBytes > reserveBytes) return resolveStoreAlert(ports, 'low')
  const freeText = `${formatBytes(space.freeBytes)} until uploads are refused`
  await raiseStoreAlert(
    ports,
    'low',
    `The file store is running out of space: ${freeText}. Add space or remove files.`,
  )
}

import type { Readable } from 'node:stream'
import { type FileStore, StorageFullError, StoreUnavailableError } from '../../../ports/file-store.ts'
import type { Ports } from '../../../ports/index.ts'
import { raiseAlert, resolveAlerts, unavailableAlertKinds } from '../../telling/alerts/service.ts'
import { spaceMeter } from './free-space.ts'

/** The sentinel's and probes' keys: a few bytes, which are not subject to the reserve. */
const ownFolder = 'store/'
/** The interval between checks of the free space while a file arrives. */
const checkIntervalMs = 1_000

/**
 * The file store with a reserve of free space and alerts at the first call that finds it unavailable or full. Writing
 * throws StorageFullError once the reserve is reached, also in the middle of a file. `freeSpace` excludes the
 * reserve.
 */
export function monitoredStore(ports: Ports): FileStore {
  const { fileStore } = ports
  const meter = spaceMeter(ports)
  const report = storeAlarm(ports)
  const withAlerts = <T>(operation: Promise<T>) =>
    operation.catch((error: unknown) => {
      report(error)
      throw error
    })

  async function assertFreeSpace(): Promise<void> {
    const space = await meter.read()
    if (space?.state === 'full') throw new StorageFullError('The remaining disk space is reserved')
  }

  /** Passes a file's bytes on while there is space; otherwise the stream fails with StorageFullError. */
  async function withFreeSpaceChecks<T>(bytes: Readable, write: () => Promise<T>): Promise<T> {
    bytes.on('error', () => undefined)
    let timer: NodeJS.Timeout | undefined
    try {
      await assertFreeSpace()
      timer = setInterval(() => {
        assertFreeSpace().catch((error) => bytes.destroy(error))
      }, checkIntervalMs).unref()
      return await write()
    } catch (error) {
      bytes.destroy()
      throw error
    } finally {
      clearInterval(timer)
    }
  }

  const { presignedUrl, internalPath, sentEtag, freeSpace } = fileStore
  return {
    put(key, bytes, options) {
      const write = () => fileStore.put(key, bytes, options)
      return withAlerts(key.startsWith(ownFolder) ? write() : withFreeSpaceChecks(bytes, write))
    },
    async open(key, range) {
      const bytes = await withAlerts(fileStore.open(key, range))
      return bytes?.on('error', report)
    },
    append: (upload, bytes, appending) =>
      withAlerts(withFreeSpaceChecks(bytes, () => fileStore.append(upload, bytes, appending))),
    remove: (key) => withAlerts(fileStore.remove(key)),
    uploadedBytes: (upload) => withAlerts(fileStore.uploadedBytes(upload)),
    complete: (upload) => withAlerts(fileStore.complete(upload)),
    abort: (upload) => withAlerts(fileStore.abort(upload)),
    list: (folder) => fileStore.list(folder),
    abortStaleUploads: (inactiveSince) => withAlerts(fileStore.abortStaleUploads(inactiveSince)),
    ...(presignedUrl && {
      presignedUrl: (key, options) => withAlerts(presignedUrl.call(fileStore, key, options)),
    }),
    ...(internalPath && {
      internalPath: (key, options) => withAlerts(internalPath.call(fileStore, key, options)),
    }),
    ...(sentEtag && { sentEtag: (key) => withAlerts(sentEtag.call(fileStore, key)) }),
    ...(freeSpace && {
      async freeSpace() {
        const { freeBytes = 0, totalBytes = 0, reserveBytes = 0 } = (await withAlerts(meter.read())) ?? {}
        return { freeBytes: Math.max(0, freeBytes - reserveBytes), totalBytes }
      },
    }),
  }
}

export const storeAlerts = {
  unavailable: unavailableAlertKinds.store,
  /** Uploads are refused; `low` is raised before. */
  full: 'storage-full',
  low: 'storage-low',
} as const
type StoreAlert = keyof typeof storeAlerts

export const storeTarget = 'store'
/** The interval in which the same failure is reported once. */
const debounceMs = 10_000

/** Returns a function that alerts the operator when an error means that the store is unavailable or full. It never throws. */
function storeAlarm(ports: Ports): (error: unknown) => void {
  const reportedAt = new Map<StoreAlert, number>()
  return (error) => {
    const kind = alertOf(error)
    const now = Date.now()
    if (!kind || now - (reportedAt.get(kind) ?? 0) < debounceMs) return
    reportedAt.set(kind, now)
    ports.log.error({ err: error }, 'file store failed')
    raiseStoreAlert(ports, kind, alertMessageFor(kind, error)).catch((alertError: unknown) => {
      reportedAt.delete(kind)
      ports.log.error({ err: alertError }, 'file store alert could not be stored')
    })
  }
}

export function raiseStoreAlert(ports: Ports, kind: StoreAlert, message: string): Promise<void> {
  return ports.db.transaction((tx) =>
    raiseAlert(tx, ports, { kind: storeAlerts[kind], target: storeTarget, message }),
  )
}

export function resolveStoreAlert(ports: Ports, kind: StoreAlert): Promise<void> {
  return ports.db.transaction((tx) =>
    resolveAlerts(tx, ports, { kinds: [storeAlerts[kind]], target: storeTarget }),
  )
}

function alertOf(error: unknown): 'unavailable' | 'full' | undefined {
  if (error instanceof StoreUnavailableError) return 'unavailable'
  return error instanceof StorageFullError ? 'full' : undefined
}

export function alertMessageFor(kind: 'unavailable' | 'full', error?: unknown): string {
  if (kind === 'full')
    return 'The file store is out of space, so uploads are refused. Add space or remove files.'
  const reason = error instanceof Error ? error.message : String(error)
  return `The file store isn’t responding, so uploads and downloads are waiting for it. ${reason}.`
}

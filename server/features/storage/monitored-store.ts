import type { Readable } from 'node:stream'
import { type FileStore, StorageFullError } from '../../ports/file-store.ts'
import type { Ports } from '../../ports/index.ts'
import { spaceMeter } from './free-space.ts'
import { storeAlarm } from './store-alarm.ts'

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
  const alarm = storeAlarm(ports)
  const withAlerts = <T>(operation: Promise<T>) =>
    operation.catch((error: unknown) => {
      alarm.report(error)
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
      return bytes?.on('error', alarm.report)
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

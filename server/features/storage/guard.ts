import type { Readable } from 'node:stream'
import { type FileStore, StorageFull } from '../../ports/file-store.ts'
import type { Ports } from '../../ports/index.ts'
import { spaceMeter } from './free-space.ts'
import { storeAlarm } from './store-alarm.ts'

/** Keys of our own mark and probes: a few bytes, which do not wait for room. */
const ownFolder = 'store/'
/** Milliseconds between two looks at the free space while a file arrives. */
const checkEveryMs = 1_000

/**
 * The same store, which leaves a reserve of its disk free and alerts the operator at the first verb that finds it away or
 * full. A file throws StorageFull once the reserve is reached, in its middle too. `freeSpace` is without the reserve.
 */
export function guardStore(ports: Ports): FileStore {
  const { files } = ports
  const meter = spaceMeter(ports)
  const alarm = storeAlarm(ports)
  const watch = <T>(work: Promise<T>) =>
    work.catch((error: unknown) => {
      alarm.note(error)
      throw error
    })

  async function requireRoom(): Promise<void> {
    const space = await meter.read()
    if (space?.state === 'full') throw new StorageFull('What is left of the disk is reserved')
  }

  /** Takes a file's bytes as long as there is room; where there is none, they end with StorageFull. */
  async function whileRoom<T>(bytes: Readable, take: () => Promise<T>): Promise<T> {
    bytes.on('error', () => undefined)
    let timer: NodeJS.Timeout | undefined
    try {
      await requireRoom()
      timer = setInterval(() => {
        requireRoom().catch((error) => bytes.destroy(error))
      }, checkEveryMs).unref()
      return await take()
    } catch (error) {
      bytes.destroy()
      throw error
    } finally {
      clearInterval(timer)
    }
  }

  const { addressOf, freeSpace } = files
  return {
    put(key, bytes, limit) {
      const take = () => files.put(key, bytes, limit)
      return watch(key.startsWith(ownFolder) ? take() : whileRoom(bytes, take))
    },
    async open(key, range) {
      const bytes = await watch(files.open(key, range))
      return bytes?.on('error', alarm.note)
    },
    append: (arrival, bytes, appending) =>
      watch(whileRoom(bytes, () => files.append(arrival, bytes, appending))),
    remove: (key) => watch(files.remove(key)),
    arrived: (arrival) => watch(files.arrived(arrival)),
    complete: (arrival) => watch(files.complete(arrival)),
    abandon: (arrival) => watch(files.abandon(arrival)),
    list: (folder) => files.list(folder),
    tidy: (untouchedSince) => watch(files.tidy(untouchedSince)),
    ...(addressOf && { addressOf: (key, handing) => watch(addressOf.call(files, key, handing)) }),
    ...(freeSpace && {
      async freeSpace() {
        const { freeBytes = 0, totalBytes = 0, reserveBytes = 0 } = (await watch(meter.read())) ?? {}
        return { freeBytes: Math.max(0, freeBytes - reserveBytes), totalBytes }
      },
    }),
  }
}

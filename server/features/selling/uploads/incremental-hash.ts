import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { createFileSums, type FileStore, type FileSums } from '../../../ports/file-store.ts'

type HashState = { sums: ReturnType<typeof createFileSums>; hashedBytes: number }

/** The maximum number of uploads with a running hash. Others are read again at their end. */
const maxTrackedHashes = 500
const hashes = new Map<string, HashState>()

/** Hashes an upload's bytes from the offset `hashedBytes` on as they are stored, so that its last request is fast. */
export function trackHash(id: string, hashedBytes: number): (bytes: Buffer) => void {
  const existing = hashes.get(id)
  const state = existing?.hashedBytes === hashedBytes ? existing : { sums: createFileSums(), hashedBytes: 0 }
  if (state.hashedBytes !== hashedBytes) {
    hashes.delete(id)
    return () => undefined
  }
  storeAsNewest(id, state)
  return (bytes) => {
    state.sums.add(bytes)
    state.hashedBytes += bytes.length
  }
}

/** The sums of the whole file; bytes that were not hashed (after a restart) are read from the store. */
export async function finishHash(
  files: FileStore,
  { id, key, sizeBytes }: { id: string; key: string; sizeBytes: number },
): Promise<FileSums> {
  const { sums, hashedBytes } = hashes.get(id) ?? { sums: createFileSums(), hashedBytes: 0 }
  hashes.delete(id)
  if (hashedBytes < sizeBytes) {
    const bytes = await files.open(key, { start: hashedBytes, end: sizeBytes - 1 })
    if (!bytes) throw new Error(`Upload ${id} is missing from the store`)
    for await (const chunk of bytes) {
      sums.add(chunk)
      // Other requests run between two chunks of a large file.
      await yieldToEventLoop()
    }
  }
  return sums.result()
}

export function dropHash(id: string): void {
  hashes.delete(id)
}

/** Evicts the least recently used hash when there are too many. */
function storeAsNewest(id: string, state: HashState): void {
  hashes.delete(id)
  hashes.set(id, state)
  const [oldest] = hashes.keys()
  if (hashes.size > maxTrackedHashes && oldest !== undefined) hashes.delete(oldest)
}

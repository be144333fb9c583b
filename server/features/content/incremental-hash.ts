import { createHash, type Hash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FileStore } from '../../ports/file-store.ts'

type HashState = { hash: Hash; at: number }

/** The maximum uploads with a running hash. Others are read again at their end. */
const maxTrackedHashes = 500
const hashes = new Map<string, HashState>()

/** Hashes an upload's stored bytes from `at` on as they arrive, so that the end of a large file is fast. */
export function trackHash(id: string, at: number): (bytes: Buffer) => void {
  const known = hashes.get(id)
  const state = known?.at === at ? known : { hash: createHash('sha256'), at: 0 }
  if (state.at !== at) {
    hashes.delete(id)
    return () => undefined
  }
  touch(id, state)
  return (bytes) => {
    state.hash.update(bytes)
    state.at += bytes.length
  }
}

/** The SHA-256 of the whole file in hex; bytes that were not hashed (after a restart) are read from the store. */
export async function finishHash(
  files: FileStore,
  { id, key, sizeBytes }: { id: string; key: string; sizeBytes: number },
): Promise<string> {
  const { hash, at } = hashes.get(id) ?? { hash: createHash('sha256'), at: 0 }
  hashes.delete(id)
  if (at < sizeBytes) {
    const bytes = await files.open(key, { start: at, end: sizeBytes - 1 })
    if (!bytes) throw new Error(`Upload ${id} is missing from the store`)
    for await (const chunk of bytes) {
      hash.update(chunk)
      // Other requests run between two chunks of a large file.
      await yieldToEventLoop()
    }
  }
  return hash.digest('hex')
}

export function dropHash(id: string): void {
  hashes.delete(id)
}

/** The least recently used hash is evicted. */
function touch(id: string, one: HashState): void {
  hashes.delete(id)
  hashes.set(id, one)
  const [oldest] = hashes.keys()
  if (hashes.size > maxTrackedHashes && oldest !== undefined) hashes.delete(oldest)
}

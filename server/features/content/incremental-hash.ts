import { createHash, type Hash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FileStore } from '../../ports/file-store.ts'

type HashState = { hash: Hash; at: number }

/** Uploads whose hash is kept running. One that was forgotten is read again at its end. */
const maxTrackedHashes = 500
const hashes = new Map<string, HashState>()

/** Follows an upload from byte `at` on: what is safe is hashed as it comes, so that the end of a large file is not a long wait. */
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

/** SHA-256 of the whole file, in hex; what was not followed (the server has been restarted) is read from the store. */
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
      // Others are served between two pieces of a large file.
      await yieldToEventLoop()
    }
  }
  return hash.digest('hex')
}

export function dropHash(id: string): void {
  hashes.delete(id)
}

/** The one that waited longest makes room. */
function touch(id: string, one: HashState): void {
  hashes.delete(id)
  hashes.set(id, one)
  const [oldest] = hashes.keys()
  if (hashes.size > maxTrackedHashes && oldest !== undefined) hashes.delete(oldest)
}

import { createHash, type Hash } from 'node:crypto'
import { setImmediate as breath } from 'node:timers/promises'
import type { FileStore } from '../../ports/file-store.ts'

type Running = { hash: Hash; at: number }

/** Uploads whose hash is kept running. One that was forgotten is read again at its end. */
const mostRunning = 500
const running = new Map<string, Running>()

/** Follows an upload from byte `at` on: what is safe is hashed as it comes, so that the end of a large file is not a long wait. */
export function followHash(id: string, at: number): (bytes: Buffer) => void {
  const known = running.get(id)
  const following = known?.at === at ? known : { hash: createHash('sha256'), at: 0 }
  if (following.at !== at) {
    running.delete(id)
    return () => undefined
  }
  remember(id, following)
  return (bytes) => {
    following.hash.update(bytes)
    following.at += bytes.length
  }
}

/** SHA-256 of the whole file, in hex; what was not followed (the server has been restarted) is read from the store. */
export async function finishHash(
  files: FileStore,
  { id, key, size }: { id: string; key: string; size: number },
): Promise<string> {
  const { hash, at } = running.get(id) ?? { hash: createHash('sha256'), at: 0 }
  running.delete(id)
  if (at < size) {
    const bytes = await files.open(key, { start: at, end: size - 1 })
    if (!bytes) throw new Error(`Upload ${id} is missing from the store`)
    for await (const chunk of bytes) {
      hash.update(chunk)
      // Others are served between two pieces of a large file.
      await breath()
    }
  }
  return hash.digest('hex')
}

export function forgetHash(id: string): void {
  running.delete(id)
}

/** The one that waited longest makes room. */
function remember(id: string, one: Running): void {
  running.delete(id)
  running.set(id, one)
  const [oldest] = running.keys()
  if (running.size > mostRunning && oldest !== undefined) running.delete(oldest)
}

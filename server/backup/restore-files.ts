import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FileStore } from '../ports/file-store.ts'

/** Whether a file was stored now, or was there already with the same bytes, and their hash. */
type Stored = { storedAs: 'stored' | 'present'; sha256: string }

/**
 * Stores a file unless it is there. Never overwrites: throws Error when the store has other bytes under the key. `open`
 * may be called twice.
 */
export async function storeFile(
  store: FileStore,
  key: string,
  open: () => Promise<AsyncIterable<Buffer>>,
): Promise<Stored> {
  const present = await store.open(key)
  if (!present) {
    const { sha256 } = await store.put(key, Readable.from(await open(), { objectMode: false }), {
      maxBytes: Number.MAX_SAFE_INTEGER,
    })
    return { storedAs: 'stored', sha256 }
  }
  const [before, wanted] = [await sha256Of(present), await sha256Of(await open())]
  if (before !== wanted)
    throw new Error(
      `The file store has ${key} with other contents. Nothing is overwritten: use an empty store.`,
    )
  return { storedAs: 'present', sha256: wanted }
}

/** The SHA-256 hash of bytes as hex. */
export async function sha256Of(bytes: AsyncIterable<Buffer | string>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of bytes) hash.update(chunk)
  return hash.digest('hex')
}

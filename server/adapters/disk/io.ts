import { type FileHandle, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { StorageFullError, StoreUnavailableError } from '../../ports/file-store.ts'
import { fsyncDirectory } from '../atomic-write.ts'

export const blockSizeBytes = 1024 * 1024

/** Chunks of a file that are written together, `length` bytes in all. */
export type Block = { chunks: Array<Buffer>; length: number }

/** Throws for an invalid key. */
export function resolveKey(root: string, key: string): string {
  return join(root, assertStorageKey(key))
}

/** Groups incoming chunks to blocks of at least `size` bytes; only the last one may be shorter. Copies nothing. */
export async function* blocksOf(bytes: Readable, size: number): AsyncGenerator<Block> {
  let chunks: Array<Buffer> = []
  let length = 0
  for await (const chunk of bytes) {
    chunks.push(Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk))
    length += chunk.length
    if (length < size) continue
    yield { chunks, length }
    chunks = []
    length = 0
  }
  if (length > 0) yield { chunks, length }
}

/**
 * Frees the memory of a block that is written and whose chunks nobody else uses. V8 collects all garbage for every few
 * megabytes of buffers, which takes half of the time of an upload. A chunk that is a part of its memory is left alone.
 */
export function freeBlock({ chunks }: Block): void {
  for (const { buffer, length } of chunks)
    if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0)
}

/** The bytes of a stream that may break: it ends there without an error. */
export async function* ignoreAbort(bytes: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of bytes) yield chunk
  } catch {
    // The client reads the offset and resumes there.
  }
}

/** A new folder is durable only after its parent is synced. */
export async function mkdirDurable(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (!first) return
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) {
    await fsyncDirectory(dirname(folder))
  }
}

/** Writes the whole block at byte `at`; a single write may be partial. */
export async function writeFully(handle: FileHandle, { chunks, length }: Block, at: number): Promise<void> {
  let left = chunks
  for (let done = 0; done < length; ) {
    const { bytesWritten } = await handle.writev(left, at + done)
    done += bytesWritten
    left = withoutStart(left, bytesWritten)
  }
}

/** The chunks without their first `count` bytes. */
function withoutStart(chunks: Array<Buffer>, count: number): Array<Buffer> {
  let skipped = 0
  return chunks.flatMap((chunk) => {
    const start = Math.min(Math.max(count - skipped, 0), chunk.length)
    skipped += chunk.length
    return start < chunk.length ? [chunk.subarray(start)] : []
  })
}

/** Removes the files of a folder that were last modified before a time; returns how many. */
export async function removeStaleFiles(folder: string, modifiedBefore: Date): Promise<number> {
  let removed = 0
  for (const name of (await readdir(folder).catch(ignoreNotFound)) ?? []) {
    const stats = await stat(join(folder, name)).catch(ignoreNotFound)
    if (!stats || stats.mtime >= modifiedBefore) continue
    await rm(join(folder, name), { force: true })
    removed++
  }
  return removed
}

/** For `catch`: returns undefined when a file or folder does not exist, and throws every other error again. */
export function ignoreNotFound(error: unknown): undefined {
  if (!['ENOENT', 'ENOTDIR'].includes(errorCode(error))) throw error
}

const diskFullCodes = ['ENOSPC', 'EDQUOT']
const unavailableCodes = ['EIO', 'EROFS', 'EACCES', 'EPERM', 'ESTALE', 'ENOTCONN', 'ENODEV', 'ENXIO']

/** Maps errors of a full, unmounted or failing disk to the port's errors. */
export function storeError(error: unknown): unknown {
  const code = errorCode(error)
  if (diskFullCodes.includes(code)) return new StorageFullError('The disk is full', { cause: error })
  if (!unavailableCodes.includes(code)) return error
  return new StoreUnavailableError(`Disk error (${code})`, { cause: error })
}

/** Throws StoreUnavailableError while the root folder is missing: the disk is not mounted, and no file counts as lost. */
export async function requireRoot(root: string): Promise<void> {
  await stat(root).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw storeError(error)
    throw new StoreUnavailableError(`The folder ${root} is missing. Check that its disk is mounted.`, {
      cause: error,
    })
  })
}

/** Does `work` once the store is `ready`, and maps errors to the port's. */
export async function onDisk<T>(ready: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  try {
    await ready()
    return await work()
  } catch (error) {
    throw storeError(error)
  }
}

/** Creates a folder in an existing one. */
export async function makeFolderIn(parent: string, name: string): Promise<string> {
  const folder = join(parent, name)
  const isNew = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) === 'EEXIST') return false
      throw error
    },
  )
  if (isNew) await fsyncDirectory(parent)
  return folder
}

/** The code of a system error, such as `ENOENT`; empty for other errors. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Throws for an invalid key. */
export function assertStorageKey(key: string): string {
  if (key.length > 200 || !/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(key)) throw new Error('Not a storage key')
  return key
}

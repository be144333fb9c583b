import { randomUUID } from 'node:crypto'
import { type FileHandle, link, open, opendir, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { readRange, requireSize } from '../../http/exact-bytes.ts'
import {
  createFileSums,
  type FileStore,
  FileTooLargeError,
  type PutOptions,
  type ReadRange,
  type StoredFile,
  type StoredObject,
} from '../../ports/file-store.ts'
import { fsyncDirectory } from '../atomic-write.ts'
import {
  blockSizeBytes,
  blocksOf,
  freeBlock,
  ignoreNotFound,
  makeFolderIn,
  mkdirDurable,
  onDisk,
  removeStaleFiles,
  requireRoot,
  resolveKey,
  writeFully,
} from './io.ts'
import { diskMultipart, partialUploadsFolder } from './multipart.ts'
import { diskReadStream } from './read-stream.ts'

const staleUploadMs = 24 * 3_600_000

/**
 * Stores each file below `root` by its key. A file gets its name only when it is complete on disk: bytes arrive in
 * `root/.incoming`, where a crash may leave some, which are removed a day later.
 */
export function createDiskFileStore(
  root: string,
  { accelRedirectPath }: { accelRedirectPath?: string | undefined } = {},
): FileStore {
  const incoming = join(root, '.incoming')
  const start = memoizeAsync(async () => {
    await mkdirDurable(incoming)
    await removeStaleFiles(incoming, new Date(Date.now() - staleUploadMs))
  })
  // The folder is created once. If it is missing later, the disk is not mounted, and it must not be created again.
  const ready = async () => {
    await start()
    await requireRoot(root)
  }

  return {
    async put(key, bytes, options) {
      const path = resolveKey(root, key)
      // A stream may fail before it is read, and an unhandled error event would end the process.
      bytes.on('error', () => undefined)
      try {
        return await onDisk(ready, async () => {
          await makeFolderIn(root, '.incoming')
          return writeFile({ ...options, bytes, path, tempPath: join(incoming, randomUUID()) })
        })
      } catch (error) {
        bytes.destroy()
        throw error
      }
    },

    async open(key, range) {
      const path = resolveKey(root, key)
      return onDisk(ready, () => openFile(path, key, range))
    },

    async remove(key) {
      const path = resolveKey(root, key)
      await onDisk(ready, () => rm(path, { force: true }).catch(ignoreNotFound))
    },

    ...diskMultipart(root, ready),

    list: (folder) => listFiles(root, folder),

    ...(accelRedirectPath && {
      async internalPath(key, options) {
        const path = resolveKey(root, key)
        const stats = await onDisk(ready, () => stat(path).catch(ignoreNotFound))
        if (stats) requireSize(key, stats.size, options?.sizeBytes)
        return stats && `${accelRedirectPath}${key}`
      },

      // As nginx makes it, from the time in seconds and the size.
      async sentEtag(key) {
        const path = resolveKey(root, key)
        const stats = await onDisk(ready, () => stat(path).catch(ignoreNotFound))
        const hex = (number: number) => Math.floor(number).toString(16)
        return stats && `"${hex(stats.mtimeMs / 1_000)}-${hex(stats.size)}"`
      },
    }),

    async abortStaleUploads(untouchedSince) {
      const left = [incoming, join(root, partialUploadsFolder)]
      const removed = await onDisk(ready, () =>
        Promise.all(left.map((one) => removeStaleFiles(one, untouchedSince))),
      )
      return removed.reduce((sum, count) => sum + count, 0)
    },

    async freeSpace() {
      const { bavail, blocks, bsize } = await onDisk(ready, () => statfs(root))
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
    },
  }
}

type NewFile = PutOptions & { bytes: Readable; path: string; tempPath: string }

async function writeFile({ path, tempPath, ...incoming }: NewFile): Promise<StoredFile> {
  const handle = await open(tempPath, 'wx', 0o600)
  try {
    const stored = await receive(handle, incoming)
    await handle.sync()
    await mkdirDurable(dirname(path))
    // Unlike a rename, a link never replaces an existing file.
    await link(tempPath, path)
    await fsyncDirectory(dirname(path))
    return stored
  } finally {
    await handle.close()
    await rm(tempPath, { force: true })
  }
}

/**
 * Hashes a block and receives the next one while the disk writes it, so that at most two blocks and the stream's buffer
 * are in memory.
 */
async function receive(
  handle: FileHandle,
  { bytes, maxBytes, ownsChunks }: PutOptions & { bytes: Readable },
): Promise<StoredFile> {
  const sums = createFileSums()
  let size = 0
  let written = Promise.resolve()
  try {
    for await (const block of blocksOf(bytes, blockSizeBytes)) {
      await written
      if (size + block.length > maxBytes) throw new FileTooLargeError(`Received more than ${maxBytes} bytes`)
      written = writeFully(handle, block, size)
      for (const chunk of block.chunks) sums.add(chunk)
      size += block.length
      if (ownsChunks) written = written.then(() => freeBlock(block))
      // Its error is thrown where it is awaited.
      written.catch(() => undefined)
    }
  } finally {
    await written
  }
  return { size, ...sums.result() }
}

async function openFile(path: string, key: string, range?: ReadRange): Promise<Readable | undefined> {
  const handle = await open(path, 'r').catch(ignoreNotFound)
  if (!handle) return undefined
  try {
    const { size } = await handle.stat()
    return diskReadStream(handle, readRange(key, size, range))
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function* listFiles(root: string, folder: string): AsyncGenerator<StoredObject> {
  const start = folder === '' ? root : resolveKey(root, folder.replace(/\/$/, ''))
  const entries = await opendir(start, { recursive: true }).catch(ignoreNotFound)
  for await (const entry of entries ?? []) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    // Unfinished writes are in folders that begin with a dot.
    if (relative(root, path).startsWith('.')) continue
    const stats = await stat(path).catch(ignoreNotFound)
    if (stats) yield { key: relative(root, path), lastModified: stats.mtime }
  }
}

/** Concurrent callers share one call; after a failure the next caller tries again. */
function memoizeAsync(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= action().catch((error) => {
      running = undefined
      throw error
    })
    return running
  }
}

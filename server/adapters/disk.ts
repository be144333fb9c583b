import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, link, open, opendir, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import {
  type ByteRange,
  type FileStore,
  type Listed,
  type StoredFile,
  TooLarge,
} from '../ports/file-store.ts'
import { arrivingFolder, diskArrivals } from './disk-arrivals.ts'
import {
  blockSize,
  inBlocks,
  makeFolder,
  makeFolderIn,
  onDisk,
  pathOf,
  removeUntouched,
  requireRoot,
  syncFolder,
  unlessMissing,
} from './disk-files.ts'

const abandonedAfterMs = 24 * 3_600_000

/**
 * Files below `root`, one for each key. A file has its name only once all of it is on the disk: bytes arrive in `root/.incoming`,
 * where a crash may leave some; those are removed a day later.
 */
export function diskStore(root: string): FileStore {
  const incoming = join(root, '.incoming')
  const start = once(async () => {
    await makeFolder(incoming)
    await removeUntouched(incoming, new Date(Date.now() - abandonedAfterMs))
  })
  // The folder is made once: one that is gone later is a disk that is not mounted, and must not be made again in its place.
  const ready = async () => {
    await start()
    await requireRoot(root)
  }

  return {
    async put(key, bytes, { maxBytes }) {
      const path = pathOf(root, key)
      // A stream may break before it is read, and an error nobody listens for ends the process.
      bytes.on('error', () => undefined)
      try {
        return await onDisk(ready, async () => {
          await makeFolderIn(root, '.incoming')
          return store({ bytes, maxBytes, path, arriving: join(incoming, randomUUID()) })
        })
      } catch (error) {
        bytes.destroy()
        throw error
      }
    },

    async open(key, range) {
      const path = pathOf(root, key)
      return onDisk(ready, () => openFile(path, range))
    },

    async remove(key) {
      const path = pathOf(root, key)
      await onDisk(ready, () => rm(path, { force: true }).catch(unlessMissing))
    },

    ...diskArrivals(root, ready),

    list: (folder) => listFiles(root, folder),

    async tidy(untouchedSince) {
      const left = [incoming, join(root, arrivingFolder)]
      const removed = await onDisk(ready, () =>
        Promise.all(left.map((one) => removeUntouched(one, untouchedSince))),
      )
      return removed.reduce((sum, count) => sum + count, 0)
    },

    async freeSpace() {
      const { bavail, blocks, bsize } = await onDisk(ready, () => statfs(root))
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
    },
  }
}

type Arriving = { bytes: Readable; maxBytes: number; path: string; arriving: string }

async function store({ bytes, maxBytes, path, arriving }: Arriving): Promise<StoredFile> {
  const handle = await open(arriving, 'wx', 0o600)
  try {
    const stored = await receive(handle, bytes, maxBytes)
    await handle.sync()
    await makeFolder(dirname(path))
    // Unlike a rename, a link never replaces what is already there.
    await link(arriving, path)
    await syncFolder(dirname(path))
    return stored
  } finally {
    await handle.close()
    await rm(arriving, { force: true })
  }
}

/** Hashes a block while the disk writes it; never holds more than one block and what the stream has buffered. */
async function receive(handle: FileHandle, bytes: Readable, maxBytes: number): Promise<StoredFile> {
  const hash = createHash('sha256')
  let size = 0
  for await (const block of inBlocks(bytes, blockSize)) {
    size += block.length
    if (size > maxBytes) throw new TooLarge(`More than ${maxBytes} bytes`)
    const written = handle.appendFile(block)
    hash.update(block)
    await written
  }
  return { size, sha256: hash.digest('hex') }
}

/** Bytes read ahead of each reader. A hundred slow downloads hold a hundred times a few of these. */
const readAheadBytes = 128 * 1024

async function openFile(path: string, range?: ByteRange): Promise<Readable | undefined> {
  const handle = await open(path, 'r').catch(unlessMissing)
  return handle?.createReadStream({ ...range, highWaterMark: readAheadBytes })
}

async function* listFiles(root: string, folder: string): AsyncGenerator<Listed> {
  const entries = await opendir(pathOf(root, folder.replace(/\/$/, '')), { recursive: true }).catch(
    unlessMissing,
  )
  for await (const entry of entries ?? []) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const found = await stat(path).catch(unlessMissing)
    if (found) yield { key: relative(root, path), changedAt: found.mtime }
  }
}

/** One call shared by all who ask; a failed one is tried again by the next. */
function once(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= action().catch((error) => {
      running = undefined
      throw error
    })
    return running
  }
}

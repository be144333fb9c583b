import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, link, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import {
  type ByteRange,
  type FileStore,
  StorageFull,
  type StoredFile,
  TooLarge,
} from '../ports/file-store.ts'

const blockSize = 1024 * 1024
const abandonedAfterMs = 24 * 3_600_000

/**
 * Files below `root`, one for each key. A file has its name only once all of it is on the disk: bytes arrive in `root/.incoming`,
 * where a crash may leave some; those are removed a day later.
 */
export function diskStore(root: string): FileStore {
  const incoming = join(root, '.incoming')
  const ready = once(async () => {
    await makeFolder(incoming)
    await removeAbandoned(incoming)
  })

  return {
    async put(key, bytes, { maxBytes }) {
      const path = pathOf(root, key)
      // A stream may break before it is read, and an error nobody listens for ends the process.
      bytes.on('error', () => undefined)
      try {
        await ready()
        return await store({ bytes, maxBytes, path, arriving: join(incoming, randomUUID()) })
      } catch (error) {
        bytes.destroy()
        throw isNoRoom(error) ? new StorageFull('The disk is full', { cause: error }) : error
      }
    },

    async open(key, range) {
      return openFile(pathOf(root, key), range)
    },

    async remove(key) {
      await rm(pathOf(root, key), { force: true }).catch(unlessMissing)
    },
  }
}

type Arrival = { bytes: Readable; maxBytes: number; path: string; arriving: string }

async function store({ bytes, maxBytes, path, arriving }: Arrival): Promise<StoredFile> {
  const handle = await open(arriving, 'wx', 0o600)
  try {
    const stored = await receive(handle, bytes, maxBytes)
    await handle.sync()
    await makeFolder(dirname(path))
    // Unlike a rename, a link never replaces what is already there.
    await link(arriving, path)
    await sync(dirname(path))
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
  for await (const block of inBlocks(bytes)) {
    size += block.length
    if (size > maxBytes) throw new TooLarge(`More than ${maxBytes} bytes`)
    const written = handle.appendFile(block)
    hash.update(block)
    await written
  }
  return { size, sha256: hash.digest('hex') }
}

async function* inBlocks(bytes: Readable): AsyncGenerator<Buffer> {
  let waiting: Array<Buffer> = []
  let length = 0
  for await (const chunk of bytes) {
    waiting.push(Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk))
    length += chunk.length
    if (length < blockSize) continue
    yield Buffer.concat(waiting)
    waiting = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(waiting)
}

async function openFile(path: string, range?: ByteRange): Promise<Readable | undefined> {
  const handle = await open(path, 'r').catch(unlessMissing)
  return handle?.createReadStream({ ...range, highWaterMark: blockSize })
}

function pathOf(root: string, key: string): string {
  if (key.length > 200 || !/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(key)) throw new Error('Not a storage key')
  return join(root, key)
}

/** A new folder is on the disk only when the folder above it is. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (!first) return
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) await sync(dirname(folder))
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(unlessMissing)
    if (found && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(join(folder, name), { force: true })
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

function unlessMissing(error: unknown): undefined {
  if (!['ENOENT', 'ENOTDIR'].includes(codeOf(error))) throw error
}

function isNoRoom(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

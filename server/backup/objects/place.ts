import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fsyncDirectory } from '../../adapters/atomic-write.ts'
import { ignoreNotFound, mkdirDurable } from '../../adapters/disk/io.ts'
import { measured, sha256Of } from '../archive-format.ts'

/** What is stored beside the archives of a place. Names are relative to the folder of the archives. */
export type ObjectPlace = {
  /** The address of an object, for the operator. */
  addressOf(name: string): string
  /** Every object below a folder, in no particular order. */
  list(folder: string): AsyncIterable<StoredObject>
  /** The size of an object in bytes; undefined when there is none. */
  sizeOf(name: string): Promise<number | undefined>
  /**
   * Stores an object and reads it back before it has its name, on a disk, or right after, in an object store. Replaces an
   * earlier one. Throws the error of the bytes, or Error with a message for the operator, and then leaves nothing.
   */
  put(name: string, bytes: Readable, estimatedBytes: number): Promise<void>
  /** The bytes; undefined when there is no such object. */
  open(name: string): Promise<Readable | undefined>
  /** Idempotent. */
  remove(name: string): Promise<void>
}

export type StoredObject = { name: string; bytes: number }

/** The name of a file that is being written. A process that was killed leaves it. */
const partSuffix = '.part'

/** Objects in a folder of this machine, which must exist. */
export function diskObjects(root: string): ObjectPlace {
  return {
    addressOf: (name) => join(root, name),
    list: (folder) => listFiles(root, folder),
    sizeOf: async (name) => (await stat(join(root, name)).catch(ignoreNotFound))?.size,

    async put(name, bytes) {
      // A stream may fail before it is read, and an unhandled error event would end the process.
      bytes.on('error', () => undefined)
      const path = join(root, name)
      const part = `${path}.${randomUUID()}${partSuffix}`
      try {
        // It is created here and not before: a disk that is not mounted has no folder.
        await requireFolder(root)
        await mkdirDurable(dirname(path))
        const { count, digest } = measured()
        await pipeline(bytes, count, createWriteStream(part, { mode: 0o600, flags: 'wx' }))
        const handle = await open(part, 'r+')
        await handle.sync().finally(() => handle.close())
        if ((await sha256Of(createReadStream(part))) !== digest().sha256) throw differs(path)
        await rename(part, path)
        await fsyncDirectory(dirname(path))
      } catch (error) {
        bytes.destroy()
        await rm(part, { force: true }).catch(() => undefined)
        throw explainFullDisk(error, root)
      }
    },

    async open(name) {
      const handle = await open(join(root, name)).catch(ignoreNotFound)
      return handle?.createReadStream({ highWaterMark: 1024 ** 2 })
    },

    remove: (name) => rm(join(root, name), { force: true }),
  }
}

/** Throws Error with a message for the operator when there is no folder. */
export async function requireFolder(folder: string): Promise<void> {
  if (!(await stat(folder).catch(ignoreNotFound)))
    throw new Error(`There is no folder ${folder}. Create it, or mount its disk.`)
}

/** An error of a full disk as a sentence that says what to do; any other error unchanged. */
export function explainFullDisk(error: unknown, folder: string): unknown {
  return Object(error).code === 'ENOSPC'
    ? new Error(`The disk of ${folder} is full. Make room, or write the backup elsewhere.`, { cause: error })
    : error
}

/** The bytes in the place are not those that were written. */
export function differs(address: string): Error {
  return new Error(
    `${address} differs from what was written. Its disk or store is damaged: write the backup elsewhere.`,
  )
}

async function* listFiles(root: string, folder: string): AsyncGenerator<StoredObject> {
  const entries = await opendir(join(root, folder)).catch(ignoreNotFound)
  if (!entries) return
  for await (const entry of entries) {
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* listFiles(root, name)
    const stats = entry.isFile() && (await stat(join(root, name)).catch(ignoreNotFound))
    if (stats) yield { name, bytes: stats.size }
  }
}

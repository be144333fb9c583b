import { createReadStream } from 'node:fs'
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { fsyncDirectory } from '../../adapters/atomic-write.ts'
import { parseS3Url } from '../../config/stores.ts'
import type { Config } from '../../config.ts'

export type PlacedObject = { name: string; lastModified: Date; bytes: number }

/** Where a replica is: a folder on another disk, or a prefix of a bucket. */
export type ReplicaPlace = {
  /** A path, or `s3://bucket/prefix`. */
  name: string
  /** Stores an object. It is durable when this resolves, and replaces one of the same name. */
  put(name: string, bytes: Buffer): Promise<void>
  /** The same for bytes that are too many for the memory. `estimatedBytes` may be too low by a tenth. */
  putStream(name: string, bytes: Readable, estimatedBytes: number): Promise<void>
  /** Undefined when there is no such object. */
  open(name: string): Promise<Readable | undefined>
  /** Removes what writers that were killed have left, from before a time. */
  removeUnfinished(before: Date): Promise<void>
  /** The objects whose names begin with `folder`, a name that ends with a slash or nothing, and come after `after`. */
  list(folder: string, options?: { after?: string }): AsyncGenerator<PlacedObject>
  remove(names: Array<string>): Promise<void>
}

/** The place that a path or an `s3://` URL names. Throws Error with a message for the operator. */
export async function replicaPlace(
  target: string,
  { backup }: { backup: Pick<Config['backup'], 's3'> },
): Promise<ReplicaPlace> {
  if (!target.startsWith('s3:')) return folderPlace(target)
  const address = parseS3Url(target)
  if (!address) throw new Error(`${target} is not a place. It looks like s3://bucket/prefix.`)
  if (!backup.s3)
    throw new Error(
      'No object store is set. Set BACKUP_S3_ENDPOINT, BACKUP_S3_REGION, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY, or those of S3_.',
    )
  // The S3 package is large, so it is loaded only when used.
  const { s3ReplicaPlace } = await import('./s3-replica-place.ts')
  return s3ReplicaPlace({ ...backup.s3, bucket: address.bucket }, address.key)
}

const unfinished = '.part'

function folderPlace(root: string): ReplicaPlace {
  async function write(name: string, bytes: Buffer | Readable) {
    // A disk that is not mounted must not be replaced by a folder on the one that it protects from.
    await requireFolder(root)
    const path = join(root, name)
    const folder = dirname(path)
    const created = await mkdir(folder, { recursive: true, mode: 0o700 })
    try {
      const handle = await open(`${path}${unfinished}`, 'w', 0o600)
      try {
        if (Buffer.isBuffer(bytes)) await handle.writeFile(bytes)
        else for await (const chunk of bytes) await handle.writeFile(chunk)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(`${path}${unfinished}`, path)
    } catch (error) {
      await rm(`${path}${unfinished}`, { force: true })
      throw error
    }
    await fsyncDirectory(folder)
    for (let at = folder; created && at.length >= created.length; at = dirname(at))
      await fsyncDirectory(dirname(at))
  }

  return {
    name: root,
    put: write,
    putStream: (name, bytes) => write(name, bytes),

    async open(name) {
      await requireFolder(root)
      const path = join(root, name)
      const found = await stat(path).catch(() => undefined)
      return found && createReadStream(path, { highWaterMark: 1024 ** 2 })
    },

    async removeUnfinished(before) {
      await requireFolder(root)
      for await (const entry of await opendir(root, { recursive: true })) {
        if (!entry.isFile() || !entry.name.endsWith(unfinished)) continue
        const path = join(entry.parentPath, entry.name)
        const found = await stat(path).catch(() => undefined)
        if (found && found.mtime < before) await rm(path, { force: true })
      }
    },

    async *list(folder, { after = '' } = {}) {
      await requireFolder(root)
      const start = join(root, folder)
      const entries = (await stat(start).catch(() => undefined))
        ? await opendir(start, { recursive: true })
        : []
      for await (const entry of entries) {
        const path = join(entry.parentPath, entry.name)
        const name = relative(root, path)
        if (!entry.isFile() || name.endsWith(unfinished) || name <= after) continue
        const found = await stat(path).catch(() => undefined)
        if (found) yield { name, lastModified: found.mtime, bytes: found.size }
      }
    },

    async remove(names) {
      for (const name of names) await rm(join(root, name), { force: true })
    },
  }
}

async function requireFolder(root: string): Promise<void> {
  const found = await stat(root).catch(() => undefined)
  if (!found?.isDirectory()) throw new Error(`There is no folder ${root}. Create it, or mount its disk.`)
}

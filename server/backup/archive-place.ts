import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fsyncDirectory } from '../adapters/atomic-write.ts'
import { parseS3Url } from '../config/stores.ts'
import type { Config } from '../config.ts'
import { type ArchivePlace, measured } from './archive-format.ts'
import { diskObjects, explainFullDisk, requireFolder } from './objects/place.ts'

/** The place that a path or an `s3://` URL names. Throws Error with a message for the operator. */
export async function archivePlace(
  target: string,
  { backup }: Pick<Config, 'backup'>,
): Promise<ArchivePlace> {
  if (!target.startsWith('s3:')) return filePlace(resolve(target))
  const address = parseS3Url(target)
  if (!address?.key) throw new Error(`${target} is not an object. It looks like s3://bucket/prefix/name.tar.`)
  if (!backup.s3)
    throw new Error(
      'No object store is set. Set BACKUP_S3_ENDPOINT, BACKUP_S3_REGION, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY, or those of S3_.',
    )
  // The S3 package is large, so it is loaded only when used.
  const { s3Place } = await import('./s3-archive-place.ts')
  return s3Place({ ...backup.s3, bucket: address.bucket }, address.key)
}

function filePlace(path: string): ArchivePlace {
  const folder = dirname(path)
  const partial = `${path}.part`
  const isThere = (file: string) =>
    stat(file).then(
      () => true,
      () => false,
    )
  return {
    name: path,
    exists: () => isThere(path),

    async write(archive, _estimatedBytes) {
      await requireFolder(folder)
      const { digest, count } = measured()
      // Also when Ctrl+C ends the command. What a killed one left is overwritten.
      process.once('exit', () => rmSync(partial, { force: true }))
      await pipeline(archive, count, createWriteStream(partial, { mode: 0o600 })).catch((error) => {
        throw explainFullDisk(error, folder)
      })
      const handle = await open(partial, 'r+')
      await handle.sync().finally(() => handle.close())
      return digest()
    },

    async open() {
      const file = (await isThere(path)) ? path : partial
      if (!(await isThere(file))) throw new Error(`There is no file ${path}.`)
      return createReadStream(file, { highWaterMark: 1024 ** 2 })
    },

    async keep() {
      await rename(partial, path)
      await fsyncDirectory(folder)
    },

    discard: () => rm(partial, { force: true }),

    async siblings() {
      await requireFolder(folder)
      return readdir(folder)
    },
    removeSibling: (name) => rm(join(folder, basename(name)), { force: true }),
    objects: () => diskObjects(folder),
  }
}

import { constants } from 'node:fs'
import { link, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { type AppendOptions, type FileStore, FileTooLargeError } from '../../ports/file-store.ts'
import { fsyncDirectory } from '../atomic-write.ts'
import {
  blockSizeBytes,
  blocksOf,
  errorCode,
  freeBlock,
  ignoreAbort,
  ignoreNotFound,
  makeFolderIn,
  mkdirDurable,
  onDisk,
  resolveKey,
  writeFully,
} from './io.ts'

export const partialUploadsFolder = '.arriving'

/** Unfinished uploads are files in `root/.arriving`. The file's size is the offset, so no other state is stored. */
export function diskMultipart(
  root: string,
  ready: () => Promise<void>,
): Pick<FileStore, 'uploadedBytes' | 'append' | 'complete' | 'abort'> {
  const partialPath = (key: string) => {
    resolveKey(root, key)
    return join(root, partialUploadsFolder, key.replaceAll('/', '_'))
  }

  return {
    async uploadedBytes({ key }) {
      const paths = [partialPath(key), resolveKey(root, key)]
      return onDisk(ready, async () => {
        for (const path of paths) {
          const stats = await stat(path).catch(ignoreNotFound)
          if (stats) return stats.size
        }
        return 0
      })
    },

    async append({ key }, bytes, options) {
      // A stream may fail before it is read, and an unhandled error event would end the process.
      bytes.on('error', () => undefined)
      try {
        const path = partialPath(key)
        return await onDisk(ready, async () => {
          await makeFolderIn(root, partialUploadsFolder)
          return appendToFile(path, bytes, options)
        })
      } catch (error) {
        bytes.destroy()
        throw error
      }
    },

    async complete({ key }) {
      const [from, to] = [partialPath(key), resolveKey(root, key)]
      await onDisk(ready, () => publishFile(from, to))
    },

    async abort({ key }) {
      const path = partialPath(key)
      await onDisk(ready, () => rm(path, { force: true }))
    },
  }
}

async function appendToFile(
  path: string,
  bytes: Readable,
  { offset, size, onStored, ownsChunks }: AppendOptions,
): Promise<number> {
  const handle = await open(path, constants.O_WRONLY | constants.O_CREAT, 0o600)
  let end = offset
  try {
    await handle.truncate(offset)
    for await (const block of blocksOf(Readable.from(ignoreAbort(bytes)), blockSizeBytes)) {
      if (end + block.length > size) throw new FileTooLargeError(`Received more than ${size} bytes`)
      await writeFully(handle, block, end)
      end += block.length
      for (const chunk of block.chunks) onStored(chunk)
      if (ownsChunks) freeBlock(block)
    }
    await handle.datasync()
    return end
  } finally {
    await handle.close()
  }
}

/** Gives a file its final name once it is complete on disk. A link never replaces an existing file. */
async function publishFile(from: string, to: string): Promise<void> {
  const handle = await open(from, 'r+').catch(ignoreNotFound)
  if (!handle) {
    await stat(to)
    return
  }
  await handle.sync().finally(() => handle.close())
  await mkdirDurable(dirname(to))
  await link(from, to).catch(async (error) => {
    // The same file: the process ended between the link and the removal.
    if (errorCode(error) !== 'EEXIST' || (await stat(from)).ino !== (await stat(to)).ino) throw error
  })
  await fsyncDirectory(dirname(to))
  await rm(from, { force: true })
}

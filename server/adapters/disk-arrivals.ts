import { constants } from 'node:fs'
import { link, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { FileStore } from '../ports/file-store.ts'
import { TooLarge } from '../ports/file-store.ts'
import {
  blockSize,
  codeOf,
  inBlocks,
  makeFolder,
  makeFolderIn,
  onDisk,
  pathOf,
  syncFolder,
  unlessMissing,
  whatComes,
  writeAll,
} from './disk-files.ts'

export const arrivingFolder = '.arriving'

/** Files that come in pieces grow in `root/.arriving`; what is there is what has come, so no note is kept. */
export function diskArrivals(
  root: string,
  ready: () => Promise<void>,
): Pick<FileStore, 'arrived' | 'append' | 'complete' | 'abandon'> {
  const growing = (key: string) => {
    pathOf(root, key)
    return join(root, arrivingFolder, key.replaceAll('/', '_'))
  }

  return {
    async arrived({ key }) {
      const paths = [growing(key), pathOf(root, key)]
      return onDisk(ready, async () => {
        for (const path of paths) {
          const found = await stat(path).catch(unlessMissing)
          if (found) return found.size
        }
        return 0
      })
    },

    async append({ key }, bytes, { at, size, onStored }) {
      // A stream may break before it is read, and an error nobody listens for ends the process.
      bytes.on('error', () => undefined)
      try {
        const path = growing(key)
        return await onDisk(ready, async () => {
          await makeFolderIn(root, arrivingFolder)
          return grow(path, bytes, { at, size, onStored })
        })
      } catch (error) {
        bytes.destroy()
        throw error
      }
    },

    async complete({ key }) {
      const [from, to] = [growing(key), pathOf(root, key)]
      await onDisk(ready, () => settle(from, to))
    },

    async abandon({ key }) {
      const path = growing(key)
      await onDisk(ready, () => rm(path, { force: true }))
    },
  }
}

type Growing = { at: number; size: number; onStored(bytes: Buffer): void }

async function grow(path: string, bytes: Readable, { at, size, onStored }: Growing): Promise<number> {
  const handle = await open(path, constants.O_WRONLY | constants.O_CREAT, 0o600)
  let end = at
  try {
    await handle.truncate(at)
    for await (const block of inBlocks(Readable.from(whatComes(bytes)), blockSize)) {
      if (end + block.length > size) throw new TooLarge(`More than ${size} bytes`)
      await writeAll(handle, block, end)
      end += block.length
      onStored(block)
    }
    await handle.datasync()
    return end
  } finally {
    await handle.close()
  }
}

/** Gives a file its name once all of it is on the disk. A link never replaces what is already there. */
async function settle(from: string, to: string): Promise<void> {
  const handle = await open(from, 'r+').catch(unlessMissing)
  if (!handle) {
    await stat(to)
    return
  }
  await handle.sync().finally(() => handle.close())
  await makeFolder(dirname(to))
  await link(from, to).catch(async (error) => {
    // The same file: we were ended between the link and the removal.
    if (codeOf(error) !== 'EEXIST' || (await stat(from)).ino !== (await stat(to)).ino) throw error
  })
  await syncFolder(dirname(to))
  await rm(from, { force: true })
}

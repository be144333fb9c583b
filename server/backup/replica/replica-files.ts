import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDiskFileStore } from '../../adapters/disk/file-store.ts'
import { ignoreNotFound } from '../../adapters/disk/io.ts'
import { hasStoreSentinel } from '../../features/site/storage/store-sentinel.ts'
import { listMovableFiles } from '../stored-files.ts'
import { putObject, putObjectStream, type Replica, withoutSuffix } from './replica-object.ts'

/** The objects of the file store, marks of those that are removed there, and the files of `secrets`. */
export const filesFolder = 'stored/'
export const removedFolder = 'removed/'
export const secretsFolder = 'secrets/'

export type FileCopier = {
  /** Copies a file that was stored now. */
  copy(key: string): Promise<void>
  /** Copies what the place lacks, and removes what the store has lacked since before `keptSince`. */
  sweep(keptSince: Date, signal: AbortSignal): Promise<void>
}

/** Copies the files of a data folder. With `copiesFiles` false only its secrets. */
export function createFileCopier(
  replica: Replica,
  { dataDir, copiesFiles }: { dataDir: string; copiesFiles: boolean },
): FileCopier {
  const store = createDiskFileStore(join(dataDir, 'files'))
  const copiedSecrets = new Map<string, string>()

  async function copy(key: string): Promise<void> {
    if (!copiesFiles) return
    const bytes = await store.open(key)
    // It may have been removed since.
    if (bytes) await putObjectStream(replica, `${filesFolder}${key}`, bytes, 0)
  }

  async function copySecrets(): Promise<void> {
    const folder = join(dataDir, 'secrets')
    for (const name of (await readdir(folder).catch(ignoreNotFound)) ?? []) {
      if (!/^[a-z0-9-]+$/.test(name)) continue
      const value = await readFile(join(folder, name))
      if (copiedSecrets.get(name) === value.toString('base64')) continue
      await putObject(replica, `${secretsFolder}${name}`, value)
      copiedSecrets.set(name, value.toString('base64'))
    }
  }

  async function sweepFiles(keptSince: Date, signal: AbortSignal): Promise<void> {
    const copied = await listNames(replica, filesFolder)
    const removed = await listNames(replica, removedFolder)
    await eachInTurn(storedKeys(), async (key) => {
      signal.throwIfAborted()
      const mark = removed.get(key)
      if (mark) await replica.place.remove([mark.name])
      if (!copied.delete(key)) await copy(key)
    })
    // Without its mark the folder is that of another disk, and lacks everything.
    if (!(await hasStoreSentinel(store))) return
    // What is left is not in the store any more.
    await eachInTurn(copied, async ([key, { name }]) => {
      signal.throwIfAborted()
      const mark = removed.get(key)
      if (!mark) await putObject(replica, `${removedFolder}${key}`, Buffer.alloc(0))
      else if (mark.lastModified < keptSince) await replica.place.remove([name, mark.name])
    })
  }

  async function* storedKeys(): AsyncGenerator<string> {
    for await (const { key } of listMovableFiles(store)) yield key
  }

  return {
    copy,
    async sweep(keptSince, signal) {
      await copySecrets()
      if (copiesFiles) await sweepFiles(keptSince, signal)
    },
  }
}

/** Does work for each, also after it has failed for one. Throws the first error at the end. */
export async function eachInTurn<T>(
  each: Iterable<T> | AsyncIterable<T>,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const errors: Array<unknown> = []
  for await (const one of each) await work(one).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}

/** The objects below a folder by their key. */
export async function listNames({ place }: Replica, folder: string) {
  const names = new Map<string, { name: string; lastModified: Date }>()
  for await (const { name, lastModified } of place.list(folder))
    names.set(withoutSuffix(name.slice(folder.length)), { name, lastModified })
  return names
}

import { Readable } from 'node:stream'
import type pg from 'pg'
import { countOf, formatBytes } from '../../../domain/format.ts'
import { DamagedFileError, type FileStore } from '../../ports/file-store.ts'
import { ArchiveError, type ArchivePlace, measured } from '../archive-format.ts'
import { type FileList, isStillReferenced, listOtherFiles, type StoredFileEntry } from '../stored-files.ts'
import { isObject, type ObjectCipher } from './cipher.ts'
import { eachOf } from './each-of.ts'
import { createFileListWriter, type FileListWriter, readFileList } from './file-list.ts'
import { type ListedFile, type ObjectIndex, openObjectIndex } from './object-index.ts'

/** Where an instance's files are stored once, for all of its archives in a place. */
export type SharedFiles = {
  /** The folder beside the archives. */
  folder: string
  cipher: ObjectCipher
  /** The names of the lists of earlier archives, newest first. */
  lists: Array<string>
  /** The name of the new archive's list. */
  listName: string
}

type Options = {
  client: pg.ClientBase
  store: FileStore
  place: ArchivePlace
  shared: SharedFiles
  /** Of the files that the snapshot references. */
  list: FileList
  onProgress: (text: string) => void
}

export type StoredFiles = {
  /** The files that have an object, for the archive. */
  listed: FileListWriter
  fileCount: number
  fileBytes: number
  /** What this backup has written. */
  written: { count: number; bytes: number }
  missingFiles: Array<string>
  /** Files that have no object: those that are damaged in the store, and those that may change. */
  others: Array<StoredFileEntry>
}

/** Several objects at once, because an object store takes its time for each. */
const concurrency = 4
/** Beside an object that a check has found damaged. */
export const damagedSuffix = '.damaged'
/** Our marker file changes under its key; every other file never does. */
const changing = /^store\//

/**
 * Stores each file that the place does not have yet. One that it has with its size is not read. Memory stays flat. The
 * caller removes the list.
 */
export async function storeFiles(options: Options): Promise<StoredFiles> {
  const { store, list, onProgress } = options
  const index = await openObjectIndex()
  const listed = await createFileListWriter()
  try {
    await readPlace(options, index)
    const result: StoredFiles = {
      listed,
      fileCount: 0,
      fileBytes: 0,
      written: { count: 0, bytes: 0 },
      missingFiles: [],
      others: [],
    }
    const writer = objectWriter(options, index, result)
    async function* entries() {
      yield* list.entries()
      yield* listOtherFiles(store)
    }
    await eachOf(entries(), concurrency, async (entry) => {
      const file = changing.test(entry.key) ? 'other' : await storeFile(options, { entry, index, writer })
      if (file === 'missing') result.missingFiles.push(entry.key)
      else if (file === 'other') result.others.push(entry)
      else if (file) {
        await listed.add(file)
        result.fileCount++
        result.fileBytes += file.bytes
      }
      onProgress(
        `Files: ${result.fileCount.toLocaleString('en-US')}, ${result.written.count.toLocaleString('en-US')} of them new (${formatBytes(result.written.bytes)})`,
      )
    })
    await listed.finish()
    return result
  } catch (error) {
    await listed.remove()
    throw error
  } finally {
    await index.close()
  }
}

/** Reads what the place has, and which object each file of the last archive has. */
async function readPlace({ place, shared, onProgress }: Options, index: ObjectIndex): Promise<void> {
  const objects = place.objects()
  let count = 0
  for await (const { name, bytes } of objects.list(shared.folder)) {
    index.addPresent(name.slice(shared.folder.length + 1), bytes)
    onProgress(`Listing: ${countOf(++count, 'object')}`)
  }
  const [newest] = shared.lists
  const bytes = newest === undefined ? undefined : await objects.open(newest)
  if (!newest || !bytes) return
  try {
    for await (const file of readFileList(bytes, newest))
      if (shared.cipher.isOurs(file.object)) index.addKnown(file)
  } catch (error) {
    // Without it the pictures of the store are read again.
    if (!(error instanceof ArchiveError)) throw error
  }
}

type Writer = ReturnType<typeof objectWriter>
type Work = { entry: StoredFileEntry; index: ObjectIndex; writer: Writer }

/** Returns the file with its object; undefined for one that was removed meanwhile. */
async function storeFile(
  { client, store, shared: { cipher } }: Options,
  { entry: { key, sum }, index, writer }: Work,
): Promise<ListedFile | 'missing' | 'other' | undefined> {
  const isGone = async () => (sum && (await isStillReferenced(client, key)) ? 'missing' : undefined)
  const known = sum ? { key, bytes: sum.bytes, object: cipher.nameOf(sum.sha256) } : index.known(key)
  if (known && writer.has(known)) return known
  const found = sum ?? (await sumOf(store, key))
  if (!found) return isGone()
  if (found === 'damaged') return 'other'
  const file = { key, bytes: found.bytes, object: cipher.nameOf(found.sha256) }
  const stored = await writer.write(file, found.sha256)
  if (stored === 'missing') return isGone()
  return stored === 'damaged' ? 'other' : file
}

/** The size and hash of a file of the store that the database does not know. */
async function sumOf(store: FileStore, key: string) {
  const bytes = await store.open(key)
  if (!bytes) return undefined
  const { count, digest } = measured()
  try {
    for await (const _ of count(bytes));
  } catch (error) {
    if (error instanceof DamagedFileError) return 'damaged'
    throw error
  }
  return digest()
}

type Written = 'stored' | 'missing' | 'damaged'

/** Writes objects, each once, also when two files with the same bytes come at the same time. */
function objectWriter(
  { store, place, shared: { folder, cipher } }: Options,
  index: ObjectIndex,
  { written }: Pick<StoredFiles, 'written'>,
) {
  const objects = place.objects()
  const running = new Map<string, Promise<Written>>()
  const has = ({ object, bytes }: ListedFile) =>
    index.presentBytes(object) === cipher.storedBytes(bytes) &&
    index.presentBytes(`${object}${damagedSuffix}`) === undefined

  async function write({ key, bytes, object }: ListedFile, sha256: string): Promise<Written> {
    const storedBytes = cipher.storedBytes(bytes)
    const stored = await copyFile(store, key, sha256, async (source) =>
      objects.put(`${folder}/${object}`, await cipher.seal(source), storedBytes),
    )
    if (stored !== 'stored') return stored
    const marker = `${object}${damagedSuffix}`
    if (index.presentBytes(marker) !== undefined) await objects.remove(`${folder}/${marker}`)
    index.removePresent(marker)
    index.addPresent(object, storedBytes)
    written.count++
    written.bytes += storedBytes
    return 'stored'
  }

  return {
    has,
    async write(file: ListedFile, sha256: string): Promise<Written> {
      await running.get(file.object)
      if (has(file)) return 'stored'
      const one = write(file, sha256).finally(() => running.delete(file.object))
      running.set(file.object, one)
      return one
    },
  }
}

/** Copies a file of the store. A copy that does not have this hash is not completed. */
async function copyFile(
  store: FileStore,
  key: string,
  sha256: string,
  copy: (source: Readable) => Promise<void>,
): Promise<Written> {
  const bytes = await store.open(key)
  if (!bytes) return 'missing'
  let isDamaged = false
  const { count, digest } = measured()
  async function* checked(source: Readable) {
    try {
      yield* count(source)
    } catch (error) {
      isDamaged = error instanceof DamagedFileError
      throw error
    }
    isDamaged = digest().sha256 !== sha256
    // The copy is not completed.
    if (isDamaged) throw new DamagedFileError(`${key} has another hash than when it was stored`)
  }
  try {
    await copy(Readable.from(checked(bytes), { objectMode: false }))
    return 'stored'
  } catch (error) {
    if (!isDamaged) throw error
    return 'damaged'
  } finally {
    bytes.destroy()
  }
}

/** Whether a name in the folder of the files is one that a backup writes, complete or not. */
export function isOurObject(name: string): boolean {
  return isObject(name.replace(/(\.[0-9a-f-]{36}\.part|\.damaged)$/, ''))
}

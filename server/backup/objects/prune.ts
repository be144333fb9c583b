import { countOf } from '../../../domain/format.ts'
import {
  archivesToRemove,
  contentsOf,
  fileListName,
  unfinishedListName,
} from '../../features/site/backups/archive-names.ts'
import { ArchiveError, type ArchivePlace } from '../archive-format.ts'
import { eachOf } from './each-of.ts'
import { readFileList } from './file-list.ts'
import { type ObjectIndex, openObjectIndex } from './object-index.ts'
import { damagedSuffix, isOurObject } from './store-files.ts'

type Options = {
  /** Any archive of the place. */
  place: ArchivePlace
  publicUrl: string
  folder: string
  onProgress: (text: string) => void
}

/** Deletions at the same time. */
const concurrency = 8

/**
 * Settles the lists that cut-off backups have left: one whose archive is complete gets its name, another is removed. No
 * other backup of the instance may be running.
 */
export async function settleLists({ place, publicUrl }: Options): Promise<void> {
  const objects = place.objects()
  const { archives, unfinishedLists } = contentsOf(await place.siblings(), { publicUrl })
  const complete = new Set(archives.map(fileListName))
  for (const list of unfinishedLists) {
    const unfinished = unfinishedListName(list)
    const bytes = complete.has(list) ? await objects.open(unfinished) : undefined
    if (bytes) await objects.put(list, bytes, 0)
    await objects.remove(unfinished)
  }
}

/** Removes what BACKUP_KEEP does not keep: a list before its archive, so that no archive is left that looks complete. */
export async function removeOldArchives({ place, publicUrl }: Options, keep: number): Promise<void> {
  for (const name of archivesToRemove(await place.siblings(), keep, { publicUrl })) {
    const list = fileListName(name)
    if (list !== undefined) await place.removeSibling(list)
    await place.removeSibling(name)
  }
}

export type Pruned = {
  removed: number
  /** Why nothing was removed; undefined when it was. */
  kept?: string
  /** Lists whose archives were renamed or removed by hand: their files are kept. */
  listsAlone: Array<string>
}

/**
 * Removes the files that no archive of the instance refers to. Nothing is removed while an archive has no list, or a list
 * cannot be read. No other backup of the instance may be running.
 */
export async function pruneObjects(options: Options): Promise<Pruned> {
  const { place, publicUrl } = options
  const { archives, lists } = contentsOf(await place.siblings(), { publicUrl })
  const named = archives.flatMap((archive) => fileListName(archive) ?? [])
  const present = new Set(lists)
  const listsAlone = lists.filter((list) => !named.includes(list))
  const missing = named.find((list) => !present.has(list))
  if (missing !== undefined)
    return {
      removed: 0,
      listsAlone,
      kept: `There is no ${missing}, so the files of its archive are not known.`,
    }
  const index = await openObjectIndex()
  try {
    await listObjects(options, index)
    for (const list of lists) await removeReferenced(options, index, list)
    return { removed: await removeObjects(options, index), listsAlone }
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error
    return { removed: 0, listsAlone, kept: error.message }
  } finally {
    await index.close()
  }
}

async function listObjects({ place, folder, onProgress }: Options, index: ObjectIndex): Promise<void> {
  let count = 0
  for await (const { name, bytes } of place.objects().list(folder)) {
    const object = name.slice(folder.length + 1)
    // Other files are not ours to remove.
    if (isOurObject(object)) index.addPresent(object, bytes)
    onProgress(`Listing: ${countOf(++count, 'object')}`)
  }
}

async function removeReferenced({ place }: Options, index: ObjectIndex, list: string): Promise<void> {
  const bytes = await place.objects().open(list)
  if (!bytes) throw new ArchiveError(`The list of files ${list} is missing.`)
  for await (const { object } of readFileList(bytes, list)) {
    index.removePresent(object)
    index.removePresent(`${object}${damagedSuffix}`)
  }
}

async function removeObjects({ place, folder, onProgress }: Options, index: ObjectIndex): Promise<number> {
  let removed = 0
  await eachOf(index.presentNames(), concurrency, async (name) => {
    await place.objects().remove(`${folder}/${name}`)
    onProgress(`Removing: ${countOf(++removed, 'file')} that no archive has`)
  })
  return removed
}

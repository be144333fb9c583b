import { limits } from '../../../../../../contract/limits.ts'
import { toSingleLine } from '../../../../../../contract/text.ts'
import { formatBytes } from '../../../../../../domain/format.ts'
import { cut } from '../../../../../../domain/truncate.ts'
import { formatCount } from '../../../../../ui/format.ts'
import { type PartEntry, type PartList, partsOf, sectionNames } from './entries.ts'
import { nameFromFile } from './part-inputs.ts'

/** A selected or dropped file. `section`: the folder that it was dropped in. */
export type AddedFile = { file: File; section: string }

type AddLimits = {
  /** Of one file. */
  maxBytes: number
  /** What the creator may still store; undefined while it is unknown. */
  availableBytes: number | undefined
}

/**
 * The files that can be added, those that have the name of a part of their section, and sentences about the others. Files
 * that fit are added though others do not.
 */
export function sortAddedFiles(
  list: PartList,
  files: ReadonlyArray<AddedFile>,
  { maxBytes, availableBytes = Number.POSITIVE_INFINITY }: AddLimits,
) {
  const { fitting, tooLarge, empty } = bySize(files, maxBytes)
  const freeSlots = limits.maxParts - partsOf(list).length
  const candidates = fitting.slice(0, Math.max(0, freeSlots))
  const { stored, overQuota } = byStorage(candidates, availableBytes)
  const isKnown = knownNames(list)
  return {
    accepted: stored.filter((added) => !isKnown(added)),
    duplicates: stored.filter(isKnown),
    problems: [
      ...tooLarge.map(({ file }) => tooLargeSentence(file, maxBytes)),
      ...empty.map(({ file }) => `“${file.name}” is empty. Choose another file.`),
      ...tooManySentence(freeSlots, fitting.length),
      ...storageSentence(candidates, overQuota, availableBytes),
    ],
  }
}

function bySize(files: ReadonlyArray<AddedFile>, maxBytes: number) {
  return {
    fitting: files.filter(({ file }) => file.size > 0 && file.size <= maxBytes),
    tooLarge: files.filter(({ file }) => file.size > maxBytes),
    empty: files.filter(({ file }) => file.size === 0),
  }
}

function byStorage(files: ReadonlyArray<AddedFile>, availableBytes: number) {
  let left = availableBytes
  const stored = files.filter(({ file }) => {
    if (file.size > left) return false
    left -= file.size
    return true
  })
  return { stored, overQuota: files.filter((added) => !stored.includes(added)) }
}

export function tooLargeSentence({ name, size }: Pick<File, 'name' | 'size'>, maxBytes: number): string {
  return `“${name}”: This file is ${formatBytes(size)}. Maximum file size is ${formatBytes(maxBytes)}.`
}

function tooManySentence(freeSlots: number, count: number): Array<string> {
  if (count <= freeSlots) return []
  if (freeSlots <= 0) return [`You already have ${limits.maxParts} parts.`]
  const left = count - freeSlots
  const files = left === 1 ? '1 file was' : `${formatCount(left)} files were`
  return [`An item has up to ${limits.maxParts} parts. ${files} not added.`]
}

function storageSentence(
  candidates: ReadonlyArray<AddedFile>,
  overQuota: ReadonlyArray<AddedFile>,
  availableBytes: number,
): Array<string> {
  if (overQuota.length === 0) return []
  const needed = candidates.reduce((sum, { file }) => sum + file.size, 0)
  const kept = candidates.length > overQuota.length ? ' Files that fit were kept.' : ''
  const free = formatBytes(Math.max(0, availableBytes))
  return [`Not enough storage: ${formatBytes(needed)} needed, ${free} free.${kept}`]
}

/** Whether a part of the file's section has its name and ending already. */
function knownNames(list: PartList): (added: AddedFile) => boolean {
  const sections = sectionNames(list)
  const last = sections.get(partsOf(list).at(-1)?.key ?? '') ?? ''
  const known = new Set(
    partsOf(list).flatMap(({ key, file }) => (file ? JSON.stringify([sections.get(key), file.name]) : [])),
  )
  return ({ file, section }) => known.has(JSON.stringify([section || last, file.name]))
}

/** The part whose file has this name, in the section that the file was added to. */
export function sameFile(list: PartList, { file, section }: AddedFile): PartEntry | undefined {
  const sections = sectionNames(list)
  const matching = partsOf(list).filter((part) => part.file?.name === file.name)
  return matching.find(({ key }) => sections.get(key) === section) ?? matching[0]
}

/** The part of an added file. */
export function toPart({ name, size }: Pick<File, 'name' | 'size'>, key: string): PartEntry {
  const part = {
    type: 'part' as const,
    key,
    kind: 'file' as const,
    name: nameFromFile(name),
    url: '',
    text: '',
  }
  return { ...part, file: { name, size }, queueKey: key }
}

/** The unfinished part that this file continues. */
export function unfinishedPart(list: PartList, { name, size, lastModified }: File): PartEntry | undefined {
  return partsOf(list).find(
    ({ unfinished }) =>
      unfinished?.name === name && unfinished.size === size && unfinished.lastModified === lastModified,
  )
}

/** Files that systems leave in folders. */
const systemFiles = /^(\.|Thumbs\.db$|desktop\.ini$)/i
/** More files than an item can have, so that a large folder ends the search and is still said to be too large. */
const maxFilesRead = 500

/** The files of what was dropped, in the order of their names. The files of a folder are in a section with its name. */
export async function readDropped(entries: ReadonlyArray<FileSystemEntry>): Promise<Array<AddedFile>> {
  const found: Array<AddedFile> = []
  for (const entry of inNameOrder(entries)) await readEntry(entry, '', found)
  return found
}

async function readEntry(entry: FileSystemEntry, section: string, found: Array<AddedFile>): Promise<void> {
  if (found.length >= maxFilesRead || systemFiles.test(entry.name)) return
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    found.push({ file, section })
    return
  }
  if (!isFolder(entry)) return
  const name = cut(toSingleLine(entry.name), limits.maxSectionLength)
  // Files before folders, so that the parts of one section stay together.
  const children = inNameOrder(await readFolder(entry))
  const files = children.filter(isFile)
  for (const child of [...files, ...children.filter(isFolder)]) await readEntry(child, name, found)
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** A browser returns the entries of a folder in batches. */
async function readFolder(folder: FileSystemDirectoryEntry): Promise<Array<FileSystemEntry>> {
  const reader = folder.createReader()
  const entries: Array<FileSystemEntry> = []
  while (entries.length < maxFilesRead) {
    const batch = await new Promise<Array<FileSystemEntry>>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (batch.length === 0) break
    entries.push(...batch)
  }
  return entries
}

/** `2 Tide` before `10 Salt`. */
function inNameOrder<Named extends { name: string }>(entries: ReadonlyArray<Named>): Array<Named> {
  const { compare } = new Intl.Collator(undefined, { numeric: true })
  return entries.toSorted((a, b) => compare(a.name, b.name))
}

/** Selected files in the order of their names. */
export function selectedFiles(files: ReadonlyArray<File>): Array<AddedFile> {
  return inNameOrder(files).map((file) => ({ file, section: '' }))
}

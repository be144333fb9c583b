import { limits } from '../../../../../../contract/limits.ts'
import type { AccessType, PartKind } from '../../../../../../contract/parts.ts'
import { moveTo } from '../../../../../shared/row-order.ts'

/** The heading of a section. The parts below it, up to the next heading, are in the section. */
export type SectionEntry = { type: 'section'; key: string; name: string }

export type PartEntry = {
  type: 'part'
  key: string
  /** Of a part that is stored. */
  id?: number | undefined
  kind: PartKind
  /** As buyers see it, without the ending of a file's name. */
  name: string
  url: string
  text: string
  /** As it is stored. A part without one follows the form. */
  access?: AccessType | undefined
  /** The newest file, uploaded or not. A draft's part may have none. */
  file?: { name: string; size: number } | undefined
  /** The upload of that file in this page's queue. */
  queueKey?: string | undefined
  /** The completed upload of that file in an earlier visit. */
  uploadId?: string | undefined
  /** A file whose upload an earlier visit did not finish. It has to be selected again. */
  unfinished?: UnfinishedUpload | undefined
  /** The bytes of the stored file that the newest one replaces. */
  replacedBytes?: number | undefined
  /** Whether the store has lost the file. */
  isLost?: true | undefined
  /** Removed by this form, which can still be undone. */
  isRemoved?: true | undefined
}

export type UnfinishedUpload = {
  name: string
  size: number
  lastModified: number
  uploadId?: string | undefined
  /** Bytes that the server has received. */
  loaded: number
}

export type Entry = SectionEntry | PartEntry
export type PartList = ReadonlyArray<Entry>

export const isPart = (entry: Entry): entry is PartEntry => entry.type === 'part'
const isSection = (entry: Entry): entry is SectionEntry => entry.type === 'section'
const isInPlace = (entry: Entry) => isSection(entry) || !entry.isRemoved

/** The parts that the item is to have, in their order. */
export function partsOf(list: PartList): Array<PartEntry> {
  return list.filter((entry) => isPart(entry) && !entry.isRemoved).filter(isPart)
}

/** The name of the section that each part is in; empty for none. */
export function sectionNames(list: PartList): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  let section = ''
  for (const entry of list) {
    if (isSection(entry)) section = entry.name
    else names.set(entry.key, section)
  }
  return names
}

/** The parts below this heading. */
export function partsOfSection(list: PartList, key: string): Array<PartEntry> {
  const start = list.findIndex((entry) => entry.key === key)
  const rest = list.slice(start + 1)
  const end = rest.findIndex(isSection)
  return partsOf(end === -1 ? rest : rest.slice(0, end))
}

/** The part moved one place; over a heading it moves to the section before or after. Other parts keep their order. */
export function moveBy(list: PartList, key: string, step: -1 | 1): PartList {
  const from = list.findIndex((entry) => entry.key === key)
  let to = from + step
  for (let next = list[to]; next && !isInPlace(next); next = list[to]) to += step
  return list[to] ? moveTo(list, key, to) : list
}

export function canMoveBy(list: PartList, key: string, step: -1 | 1): boolean {
  return moveBy(list, key, step) !== list
}

/** The part moved to the end of a section; without a key to the parts above all sections. */
export function moveToSection(list: PartList, key: string, sectionKey: string | undefined): PartList {
  const moved = list.find((entry) => entry.key === key)
  if (!moved) return list
  const others = list.filter((entry) => entry.key !== key)
  return others.toSpliced(endOfSection(others, sectionKey), 0, moved)
}

function endOfSection(list: PartList, sectionKey: string | undefined): number {
  const start = list.findIndex((entry) => entry.key === sectionKey)
  const end = list.findIndex((entry, index) => index > start && isSection(entry))
  return end === -1 ? list.length : end
}

/** Parts added at the end, or to the section of this name, which is added when there is none. */
export function addParts(list: PartList, parts: ReadonlyArray<PartEntry>, section?: SectionEntry): PartList {
  if (!section) return [...list, ...parts]
  const heading = list.find((entry) => isSection(entry) && entry.name === section.name)
  if (!heading) return [...list, section, ...parts]
  return list.toSpliced(endOfSection(list, heading.key), 0, ...parts)
}

export function changePart(list: PartList, key: string, change: Partial<PartEntry>): PartList {
  return list.map((entry) => (isPart(entry) && entry.key === key ? { ...entry, ...change } : entry))
}

/** The section renamed. Without a name its heading goes, and its parts join what is above. */
export function renameSection(list: PartList, key: string, name: string): PartList {
  if (name === '') return list.filter((entry) => entry.key !== key)
  return list.map((entry) => (isSection(entry) && entry.key === key ? { ...entry, name } : entry))
}

/** Why a section can't have this name; undefined when it can. */
export function sectionNameProblem(list: PartList, key: string, name: string): string | undefined {
  if (name.length > limits.maxSectionLength) return `Use ${limits.maxSectionLength} characters or fewer`
  const isTaken = list.some((entry) => isSection(entry) && entry.key !== key && entry.name === name)
  return isTaken ? `You already have a section “${name}”.` : undefined
}

/** Why a part can't have this name; undefined when it can. */
export function partNameProblem(list: PartList, key: string, name: string): string | undefined {
  if (name.length > limits.maxFileNameLength) return `Use ${limits.maxFileNameLength} characters or fewer`
  const names = sectionNames(list)
  const isTaken = partsOf(list).some(
    (part) => part.key !== key && part.name === name && names.get(part.key) === names.get(key),
  )
  return isTaken && name !== '' ? 'Another part of this section has this name.' : undefined
}

/** The part with a number after its name, when another one of its section has the name. */
export function withFreeName(list: PartList, key: string): PartList {
  const part = partsOf(list).find((other) => other.key === key)
  if (!part) return list
  const candidates = [part.name, ...partsOf(list).map((_, index) => `${part.name} (${index + 2})`)]
  const name = candidates.find((candidate) => partNameProblem(list, key, candidate) === undefined)
  return name === undefined ? list : changePart(list, key, { name })
}

/** Where a part is now, for screen readers: “Customs house is number 2 of 15.” */
export function placeSentence(list: PartList, key: string): string {
  const parts = partsOf(list)
  const index = parts.findIndex((part) => part.key === key)
  const part = parts[index]
  if (!part) return ''
  const section = sectionNames(list).get(key)
  return `${part.name} is number ${index + 1} of ${parts.length}${section ? `, in ${section}` : ''}.`
}

import type { ContentForEditing } from '../../../../../../contract/content-editing.ts'
import { limits } from '../../../../../../contract/limits.ts'
import type { AccessType, ContentPart, PartInput } from '../../../../../../contract/parts.ts'
import { toSingleLine } from '../../../../../../contract/text.ts'
import { extensionOf } from '../../../../../../domain/file-type.ts'
import { accessOf, holds } from '../../../../../../domain/part-kinds.ts'
import { partDraft, partsProblems } from '../../../../../../domain/parts.ts'
import { cut } from '../../../../../../domain/truncate.ts'
import { type PartEntry, type PartList, partsOf, sectionNames } from './entries.ts'

/** The name of a file without its ending, as the name of a part. */
export function nameFromFile(fileName: string): string {
  const base = /^.+(?=\.[a-z0-9]{1,10}$)/i.exec(fileName)?.[0] ?? fileName
  return cut(toSingleLine(base), limits.maxFileNameLength)
}

/** A link or a text that is added to a list. */
export type TypedPart = { kind: 'link' | 'text'; name: string; url: string; text: string }

const maxSuggestedLength = 60

/** A name for a part whose creator gave none: the site of a link, the first line of a text. */
export function nameOf(kind: 'link' | 'text', content: string): string {
  if (kind === 'link')
    return URL.canParse(content) ? new URL(content).hostname.replace(/^www\./, '') : content
  const firstLine = content.trim().split('\n')[0] ?? ''
  return cut(toSingleLine(firstLine.replace(/^[#>\-*\s]+/, '')), maxSuggestedLength) || 'Text'
}

/** The parts of a stored item, below the headings of their sections. */
export function fromStored(parts: ContentForEditing['parts']): PartList {
  let section = ''
  return parts.flatMap((part, index) => {
    const heading = { type: 'section' as const, key: `section ${index}`, name: part.section }
    const isNew = part.section !== section
    section = part.section
    return isNew ? [heading, storedPart(part)] : [storedPart(part)]
  })
}

function storedPart(part: ContentPart): PartEntry {
  const { id, kind, name, access } = part
  const isFile = 'sha256' in part
  const hasFile = isFile && part.size !== null
  return {
    type: 'part',
    key: `part ${id}`,
    id,
    kind,
    name: hasFile ? nameFromFile(name) : name,
    url: !isFile && 'url' in part ? (part.url ?? '') : '',
    text: 'text' in part ? (part.text ?? '') : '',
    access,
    ...(hasFile && { file: { name, size: part.size ?? 0 } }),
    ...(isFile && part.missingSince !== null && { isLost: true as const }),
  }
}

/** The upload of each part that has a new, completely uploaded file, by the part's key. */
export type CompletedUploads = ReadonlyMap<string, string>

type InputOptions = {
  uploads: CompletedUploads
  /** The access type of the form, and whether it is for parts that are stored already too. */
  access: AccessType | undefined
  isForStored: boolean
}

/** The list as it is sent. */
export function toPartInputs(
  list: PartList,
  { uploads, access, isForStored }: InputOptions,
): Array<PartInput> {
  const sections = sectionNames(list)
  const taken = new Set<string>()
  return partsOf(list).map((part) => {
    const { id, kind, url, text } = part
    const section = sections.get(part.key) ?? ''
    const chosen = isForStored || part.access === undefined ? access : part.access
    return {
      ...(id !== undefined && { id }),
      kind,
      name: uniqueName(part, section, taken),
      section,
      access: accessOf(kind, chosen),
      uploadId: uploads.get(part.key) ?? '',
      url: holds(kind, 'url') ? url : '',
      text: holds(kind, 'text') ? text : '',
    }
  })
}

/** The server refuses two parts of a section with one name, such as those of `Rain.wav` and `Rain.mp3`. */
function uniqueName({ name, file }: PartEntry, section: string, taken: Set<string>): string {
  if (name === '') return ''
  const extension = extensionOf(file?.name ?? '')
  const withEnding = extension === '' ? name : `${name}.${extension}`
  const candidates = [name, withEnding, ...Array.from({ length: 99 }, (_, index) => `${name} (${index + 2})`)]
  const free = candidates.find((candidate) => !taken.has(JSON.stringify([section, candidate]))) ?? name
  taken.add(JSON.stringify([section, free]))
  return free
}

/** Why the list can't be saved yet, in a sentence; undefined when it can. Files may still be uploading. */
export function partsProblem(list: PartList, status: 'published' | 'draft'): string | undefined {
  const parts = partsOf(list)
  if (parts.length === 0) return 'An item needs at least one part.'
  const isPublished = status === 'published'
  const without = parts.find((part) => isPublished && holds(part.kind, 'file') && !hasFile(part))
  if (without) return `“${without.name}” has no file. Select it, or remove this part.`
  const inputs = toPartInputs(list, { uploads: new Map(), access: undefined, isForStored: false })
  const drafts = inputs.map((input) => partDraft(input))
  return partsProblems(drafts, status).parts
}

/** Whether the part's file is stored, uploaded, or on its way. */
function hasFile({ file, unfinished, queueKey, uploadId, id }: PartEntry): boolean {
  if (unfinished) return false
  return queueKey !== undefined || uploadId !== undefined || (id !== undefined && file !== undefined)
}

/** Whether a form changes what these stored parts are. */
export function isListChanged(list: PartList, stored: PartList): boolean {
  return listText(list) !== listText(stored)
}

function listText(list: PartList): string {
  const options = { uploads: new Map(), access: undefined, isForStored: false }
  const files = partsOf(list).map(
    ({ queueKey, uploadId, unfinished }) => queueKey ?? uploadId ?? !!unfinished,
  )
  return JSON.stringify([toPartInputs(list, options), files])
}

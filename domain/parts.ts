import { limits } from '../contract/limits.ts'
import type { AccessType, ContentPart, PartInput, PartKind, PublicPart } from '../contract/parts.ts'
import { tooManyPartsMessage } from './article.ts'
import { AppError } from './errors.ts'
import { extensionOf, sanitizeFileName } from './file-type.ts'
import { cleanLinkUrl, linkUrlProblem } from './link-url.ts'
import { accessOf, holds } from './part-kinds.ts'

/** A part as it is to be stored. `hasFile`: a file is stored for it, or comes with it as an upload. */
export type PartDraft = {
  id?: number | undefined
  kind: PartKind
  name: string
  section: string
  access: AccessType
  uploadId: string
  hasFile: boolean
  url: string | null
  text: string | null
}

/** A part as its creator typed it, with what its kind has no use for left out. */
export function partDraft({ id, kind, name, section, access, uploadId, url, text }: PartInput): PartDraft {
  const file = holds(kind, 'file') ? uploadId : ''
  return {
    id,
    kind,
    name,
    section,
    access: accessOf(kind, access),
    uploadId: file,
    hasFile: file !== '',
    url: holds(kind, 'url') ? cleanLinkUrl(url) : null,
    text: holds(kind, 'text') ? text : null,
  }
}

/** The fields of a form of one part, as this part has them. */
export function fieldsOfPart({ kind, access, url, text, uploadId }: PartInput) {
  return { kind, accessType: accessOf(kind, access), linkUrl: url, textContent: text, uploadId }
}

type FieldsOfPart = ReturnType<typeof fieldsOfPart>

/** The parts of an item whose form has the fields of one part: the first, with the other stored ones behind it. */
export function partsOfFields(fields: FieldsOfPart, stored: ReadonlyArray<PartDraft>): Array<PartDraft> {
  const { kind, accessType, linkUrl, textContent, uploadId } = fields
  const [before, ...others] = stored
  const { id, name = '', section = '' } = before ?? {}
  const typed = { id, kind, name, section, access: accessType, uploadId, url: linkUrl, text: textContent }
  return [keepFile(partDraft(typed), before), ...others]
}

/** The parts that a form lists. Throws AppError for one that the item does not have, or that would change its kind. */
export function partsOfList(
  listed: ReadonlyArray<PartInput>,
  stored: ReadonlyArray<PartDraft>,
): Array<PartDraft> {
  return listed.map((part) => {
    const before = part.id === undefined ? undefined : stored.find(({ id }) => id === part.id)
    const message = changeProblem(part, before)
    if (message) throw new AppError('invalid_input', message, { parts: message })
    return keepFile(partDraft(part), before)
  })
}

function changeProblem({ id, kind }: PartInput, before: PartDraft | undefined): string | undefined {
  if (id === undefined) return undefined
  if (!before) return 'This part was removed. Reload the page to see the latest version.'
  return before.kind === kind ? undefined : 'You can’t change a part’s type. Remove it and add a new one.'
}

/** A part without a new file keeps its own. */
function keepFile(part: PartDraft, before: PartDraft | undefined): PartDraft {
  return { ...part, hasFile: part.hasFile || before?.hasFile === true }
}

/** Whether a part that is a file has none yet. Only a draft may have such a part. */
export function lacksFile(parts: ReadonlyArray<PartDraft>): boolean {
  return parts.some(({ kind, hasFile }) => holds(kind, 'file') && !hasFile)
}

/**
 * Why these parts cannot be those of one item: a sentence for the field of each mistake, and nothing when there is none.
 * A draft may have empty parts. Files may still arrive, so `lacksFile` is asked when all are there.
 */
export function partsProblems(
  parts: ReadonlyArray<PartDraft>,
  status: 'published' | 'draft',
): Record<string, string> {
  const sentence = listProblem(parts) ?? parts.map((part) => partProblem(part, status)).find(Boolean)
  return sentence ? { parts: sentence } : {}
}

function listProblem(parts: ReadonlyArray<PartDraft>): string | undefined {
  if (parts.length < 1 || parts.length > limits.maxParts) return `An item has 1 to ${limits.maxParts} parts`
  const ids = parts.flatMap(({ id }) => id ?? [])
  const uploadIds = parts.flatMap(({ uploadId }) => uploadId || [])
  if (hasDuplicate(ids) || hasDuplicate(uploadIds)) return 'Each part can be in the list only once'
  const names = parts.flatMap(({ name, section }) => (name === '' ? [] : JSON.stringify([section, name])))
  if (hasDuplicate(names)) return 'Two parts of a section can’t have the same name'
  const text = parts.flatMap((part) => part.text ?? []).join('\n\n')
  if (text.length > limits.maxTextContentLength + parts.length * 2)
    return `Use ${limits.maxTextContentLength} characters or fewer in all texts together`
  return parts.length > 1 ? tooManyPartsMessage(text) : undefined
}

function partProblem({ url, text }: PartDraft, status: 'published' | 'draft'): string | undefined {
  if (url) return linkUrlProblem(url)
  if (status === 'draft') return undefined
  if (url === '') return 'Please enter a link'
  return text?.trim() === '' ? 'Please enter some text' : undefined
}

function hasDuplicate(values: ReadonlyArray<string | number>): boolean {
  return new Set(values).size < values.length
}

type Removable = { removedAt: Date | null }

/** The parts that a purchase of this time gets: also those that were removed later. Without a time, those of a new one. */
export function visibleParts<Part extends Removable>(parts: ReadonlyArray<Part>, paidAt?: Date): Array<Part> {
  return parts.filter(({ removedAt }) => removedAt === null || (paidAt !== undefined && paidAt < removedAt))
}

/** The name of a part that holds a file, with the file's extension; of another part, the name that its creator gave it. */
export function partName({ name, file }: { name: string; file: { name: string } | null }): string {
  if (!file) return name
  if (name === '') return file.name
  const extension = extensionOf(file.name)
  const isNamed = extension === '' || extensionOf(name) === extension
  return sanitizeFileName(
    name.replace(/[/\\]/g, '-') + (isNamed ? '' : `.${extension}`),
    limits.maxFileNameLength,
  )
}

/** The specified fields of an item's public data, which are those of its first part. */
export function firstPartFields([first]: ReadonlyArray<Omit<PublicPart, 'isPreviewed' | 'seconds'>>) {
  if (!first) throw new Error('An item has at least one part')
  const { kind, access: accessType, name, size: fileSize } = first
  return { kind, accessType, fileName: fileSize === null ? null : name, fileSize }
}

/** The same of what is bought. */
export function firstBoughtFields([first]: ReadonlyArray<ContentPart>) {
  const file = first && 'sha256' in first ? first : undefined
  return {
    fileUrl: file?.url ?? null,
    fileType: file?.type ?? null,
    fileSha256: file?.sha256 ?? null,
    linkUrl: first && !file && 'url' in first ? first.url : null,
    textContent: first && 'text' in first ? first.text : null,
  }
}

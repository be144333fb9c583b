import type { Instance } from '../../../../../contract/instance.ts'
import { limits } from '../../../../../contract/limits.ts'
import { noFileMessage } from '../../../../../domain/content.ts'
import { titleFromFileName } from '../../../../shared/title-from-file-name.ts'
import type { FieldErrors } from '../../../../ui/form.tsx'
import { formSchemaOf, validateContent, validationToast } from '../editor/content-schema.ts'
import type { FormValues } from '../editor/form-values.ts'
import type { QueuedFile } from '../upload-queue.ts'

export type CreatedContent = {
  id: number
  tipAddress: string
  status: 'published' | 'draft'
  review?: object | null
}

/** The state of a file without its bytes, which is stored so that a closed tab can resume. */
export type UnfinishedFile = {
  name: string
  size: number
  lastModified: number
  title: string
  /** Bytes that the server has received. */
  loaded: number
  uploadId?: string | undefined
  content?: CreatedContent | undefined
}

export type BulkFile = QueuedFile & Pick<UnfinishedFile, 'title' | 'content'>

export const isEditable = ({ state }: BulkFile) => state === 'ready' || state === 'failed'

export function fileKey({
  name,
  size,
  lastModified,
}: Pick<UnfinishedFile, 'name' | 'size' | 'lastModified'>): string {
  return JSON.stringify([name, size, lastModified])
}

/** The row of a selected file; an unfinished one resumes. */
export function toBulkFile(file: File, unfinished?: UnfinishedFile): BulkFile {
  const { name, size, lastModified } = file
  return {
    name,
    size,
    lastModified,
    loaded: 0,
    title: titleFromFileName(name),
    ...unfinished,
    key: fileKey(file),
    file,
    state: unfinished?.content ? 'done' : 'ready',
  }
}

/** The unfinished files to save; empty when every file is an item. */
export function toUnfinishedFiles(
  rows: ReadonlyArray<BulkFile>,
  unselectedFiles: ReadonlyArray<UnfinishedFile>,
): Array<UnfinishedFile> {
  const allFiles = [
    ...unselectedFiles,
    ...rows.map(({ key, file, state, speed, waitsFor, errorMessage, ...unfinished }) => unfinished),
  ]
  return allFiles.every(({ content }) => content) ? [] : allFiles
}

/** `maxBytes` for one file; `availableBytes` of storage for all files. */
type UploadLimits = { maxBytes: number; availableBytes?: number | undefined }

/** Splits newly selected files by whether they can be uploaded, and if not, why. `tooMany` is a count. */
export function partitionFiles(
  rows: ReadonlyArray<BulkFile>,
  files: ReadonlyArray<File>,
  { maxBytes, availableBytes = Number.POSITIVE_INFINITY }: UploadLimits,
) {
  const knownKeys = new Set(rows.map(({ key }) => key))
  const newFiles = [...new Map(files.map((file) => [fileKey(file), file])).values()].filter(
    (file) => !knownKeys.has(fileKey(file)),
  )
  const validFiles = newFiles.filter(({ size }) => size > 0 && size <= maxBytes)
  const remainingSlots = limits.maxBulkItems - rows.filter(({ state }) => state !== 'done').length
  const candidates = validFiles.slice(0, Math.max(0, remainingSlots))
  let remainingBytes = availableBytes - unreservedBytes(rows)
  const accepted = candidates.filter(({ size }) => {
    if (size > remainingBytes) return false
    remainingBytes -= size
    return true
  })
  return {
    accepted,
    tooLarge: newFiles.filter(({ size }) => size > maxBytes),
    empty: newFiles.filter(({ size }) => size === 0),
    tooMany: Math.max(0, validFiles.length - remainingSlots),
    overQuota: candidates.filter((file) => !accepted.includes(file)),
  }
}

/** Bytes of the files in the list for which no upload was created yet. */
function unreservedBytes(rows: ReadonlyArray<BulkFile>): number {
  return rows
    .filter(({ uploadId, content }) => !uploadId && !content)
    .reduce((sum, { size }) => sum + size, 0)
}

type Rules = Pick<Instance, 'currency' | 'minPriceAmount'> & { rows: ReadonlyArray<BulkFile> }

export const titleFieldName = ({ key }: Pick<BulkFile, 'key'>) => `title ${key}`

export function bulkSchema(rules: Rules) {
  return formSchemaOf((typed) => validateBulk(typed, rules), rules.currency)
}

/** Validates the shared fields like a single upload; each unpublished file also needs its own title. */
export function validateBulk(typed: FormValues, { rows, ...instance }: Rules): FieldErrors {
  const editableRows = rows.filter(isEditable)
  const filesWithoutTitle = editableRows.filter((row) => !typed[titleFieldName(row)]?.trim())
  return {
    ...(editableRows.length === 0 && { files: noFileMessage }),
    ...Object.fromEntries(filesWithoutTitle.map((row) => [titleFieldName(row), 'Enter a title'])),
    ...validateContent({ ...typed, kind: 'file', title: 'Any' }, { ...instance, hasFile: true }),
  }
}

export function bulkValidationToast(typed: FormValues, { files, ...errors }: FieldErrors) {
  const isTitleMissing = Object.keys(errors).some((name) => name.startsWith('title '))
  if (!files || isTitleMissing || 'price' in errors)
    return validationToast(
      { ...typed, title: isTitleMissing ? '' : 'Any' },
      { ...errors, ...(isTitleMissing && { title: 'Enter a title' }) },
    )
  return { title: 'No file selected', description: files }
}

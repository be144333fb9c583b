import type { FormValues } from '../editor/form-values.ts'
import { loadForUser, removeForUser, saveForUser, stringEntries } from '../editor/user-storage.ts'
import type { UnfinishedFile } from './bulk-queue.ts'

/** The bulk form's unsaved state. */
type BulkDraft = { typed: FormValues; files: Array<UnfinishedFile> }

const key = 'upload-many'

/** Saves the form's values and each file's progress for this user in this browser. */
export function saveBulkDraft(userId: number, draft: BulkDraft): void {
  saveForUser(key, userId, draft)
}

export function loadBulkDraft(userId: number): BulkDraft {
  const { typed, files } = loadForUser(key, userId) ?? {}
  return { typed: stringEntries(typed), files: Array.isArray(files) ? files.filter(isUnfinishedFile) : [] }
}

export function clearBulkDraft(): void {
  removeForUser(key)
}

function isUnfinishedFile(value: unknown): value is UnfinishedFile {
  const { name, size, lastModified, title, loaded } = Object(value)
  return (
    [name, title].every((text) => typeof text === 'string') &&
    [size, lastModified, loaded].every(Number.isFinite)
  )
}

import type { FormValues } from './form-values.ts'
import { loadForUser, removeForUser, saveForUser, stringEntries } from './user-storage.ts'

/** A file whose upload was interrupted: its identity, and the bytes that the server has. */
export type PartialUpload = {
  uploadId: string
  name: string
  size: number
  lastModified: number
  /** In bytes. */
  loaded: number
}

/** Distinguishes a file from others of the same name. */
export type FileIdentity = Pick<PartialUpload, 'name' | 'size' | 'lastModified'>

/** The form's draft. `pendingSubmit` is the button that was pressed when the session ended. */
export type UploadDraft = {
  values: FormValues
  partialUpload?: PartialUpload
  selectedFile?: FileIdentity
  pendingSubmit?: string
}

const key = 'upload-form'

/** Saves the form for this user in this browser, until it is published or discarded. */
export function saveUploadDraft(userId: number, change: Partial<UploadDraft>): void {
  saveForUser(key, userId, { values: {}, ...loadUploadDraft(userId), ...change })
}

export function loadUploadDraft(userId: number): UploadDraft | undefined {
  const { values, partialUpload, selectedFile, pendingSubmit } = loadForUser(key, userId) ?? {}
  if (typeof values !== 'object' || values === null) return undefined
  return {
    values: stringEntries(values),
    ...(isPartialUpload(partialUpload) && { partialUpload }),
    ...(isFileIdentity(selectedFile) && { selectedFile }),
    ...(typeof pendingSubmit === 'string' && { pendingSubmit }),
  }
}

export function clearUploadDraft(): void {
  removeForUser(key)
}

/** Whether this is the file of the interrupted upload, or the one that was selected. */
export function isSameFile(file: File, partial: FileIdentity): boolean {
  return (
    file.name === partial.name && file.size === partial.size && file.lastModified === partial.lastModified
  )
}

function isPartialUpload(value: unknown): value is PartialUpload {
  const { uploadId, name, size, lastModified, loaded } = Object(value)
  const numbers = [size, lastModified, loaded]
  return [uploadId, name].every((text) => typeof text === 'string') && numbers.every(Number.isFinite)
}

function isFileIdentity(value: unknown): value is FileIdentity {
  const { name, size, lastModified } = Object(value)
  return typeof name === 'string' && [size, lastModified].every(Number.isFinite)
}

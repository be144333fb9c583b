import type { DeliveryKind } from '../../../../contract/content.ts'
import { deleteStoredFile, getStoredFile, storeFile, takeStoredFile } from '../../../shared/file-storage.ts'
import { takeLandingDraft } from '../../../shared/landing-draft.ts'
import { contentKindOf, emptyValues, type FormValues, hasUserInput, uncheckedBoxes } from './form-values.ts'
import {
  clearUploadDraft,
  isSameFile,
  loadUploadDraft,
  type PartialUpload,
  saveUploadDraft,
  type UploadDraft,
} from './upload-draft.ts'

/** The form's initial state. */
export type InitialUpload = {
  kind: DeliveryKind
  typed: FormValues
  file?: File
  preview?: File
  /** A file that must be selected again, because the browser could not store it. */
  fileToReselect?: { name: string; size: number }
  /** A file whose upload was interrupted. */
  partialUpload?: PartialUpload
  /** The button that was pressed when the session ended; the form is submitted again with it. */
  pendingSubmit?: string
  /** Whether a draft was restored. */
  isRestored: boolean
}

/** Maximum size of a file that is stored in the browser while it is uploaded. A larger one must be selected again. */
const maxStoredFileBytes = 256 * 1024 ** 2

/** The landing page's draft, once, or this user's own draft; else the account's defaults. */
export async function loadInitialUpload(
  userId: number,
  defaults: FormValues = {},
  unsaved?: DeliveryKind,
): Promise<InitialUpload> {
  const { file: landingFile, link, text } = takeLandingDraft()
  const draft = loadUploadDraft(userId)
  const typed = {
    ...emptyValues,
    ...defaults,
    ...(hasUserInput(draft?.values ?? {}) && uncheckedBoxes),
    ...draft?.values,
    ...(link && { linkUrl: link }),
    ...(text && { textContent: text }),
  }
  const chosenKind = link ? 'link' : text ? 'text' : landingFile ? 'file' : unsaved
  const kind = chosenKind ?? contentKindOf(draft?.values ?? {})
  const form = { kind, typed, isRestored: draft !== undefined }
  if (landingFile) return { ...form, ...(await restoreLandingFile(landingFile)) }
  return draft ? { ...form, ...(await restoreDraftFiles(draft)) } : form
}

/** Stores the selected file, so that a reload restores it. Undefined removes the stored one. */
export async function storeSelectedFile(userId: number, file: File | undefined): Promise<void> {
  if (!file) {
    saveUploadDraft(userId, { selectedFile: undefined })
    return deleteStoredFile('upload-sending')
  }
  const { name, size, lastModified } = file
  saveUploadDraft(userId, { selectedFile: { name, size, lastModified } })
  await storeUploadingFile(file)
}

/** Stores the uploading file, unless it is too large. */
export async function storeUploadingFile(file: File): Promise<void> {
  if (file.size <= maxStoredFileBytes) await storeFile(file, 'upload-sending')
}

/** Saves everything before a redirect to sign-in, with the pressed button. */
export async function saveDraftForSignIn(
  userId: number,
  { typed, file, preview }: { typed: FormValues; file?: File; preview?: File },
): Promise<void> {
  saveUploadDraft(userId, { values: typed, pendingSubmit: typed.status ?? 'published' })
  if (preview) await storeFile(preview, 'upload-preview')
  if (file) await storeUploadingFile(file)
}

/** Deletes the draft: the item is published, or the user starts over. */
export async function clearDraft(): Promise<void> {
  clearUploadDraft()
  await deleteStoredFile('upload-sending')
  await deleteStoredFile('upload-preview')
}

async function restoreLandingFile(chosen: {
  name: string
  size: number
}): Promise<Pick<InitialUpload, 'file' | 'fileToReselect'>> {
  const stored = await takeStoredFile()
  const isMatchingFile = stored?.name === chosen.name && stored.size === chosen.size
  return isMatchingFile ? { file: stored } : { fileToReselect: chosen }
}

async function restoreDraftFiles({
  values,
  partialUpload,
  selectedFile,
  pendingSubmit,
}: UploadDraft): Promise<Partial<InitialUpload>> {
  const file = await getStoredFile('upload-sending')
  const preview = await getStoredFile('upload-preview')
  const expected = partialUpload ?? selectedFile
  const isMatchingFile = file !== undefined && (!expected || isSameFile(file, expected))
  const isComplete = isMatchingFile || contentKindOf(values) !== 'file'
  return {
    ...(preview && { preview }),
    ...(partialUpload && { partialUpload }),
    ...(isMatchingFile && { file }),
    ...(isComplete && pendingSubmit && { pendingSubmit }),
    ...(expected && !isMatchingFile && { fileToReselect: expected }),
  }
}

import type { DeliveryKind } from '../../../../contract/content.ts'
import { deleteStoredFile, getStoredFile, storeFile, takeStoredFile } from '../../../shared/file-storage.ts'
import { takeLandingDraft } from '../../../shared/landing-draft.ts'
import { contentKindOf, emptyValues, type FormValues } from './form-values.ts'
import {
  clearUploadDraft,
  isSameFile,
  loadUploadDraft,
  type PartialUpload,
  saveUploadDraft,
} from './upload-draft.ts'

/** What the form begins with. */
export type InitialUpload = {
  kind: DeliveryKind
  typed: FormValues
  file?: File
  preview?: File
  /** A file that the browser could not keep. */
  fileToReselect?: { name: string; size: number }
  /** A file that was on its way. */
  partialUpload?: PartialUpload
  /** The button that was pressed when the session ended: it is pressed again. */
  pendingSubmit?: string
  /** Whether this is what was left here, and not a fresh form. */
  isRestored: boolean
}

/** Bytes of a file that is copied into the browser's own store while it is sent. A larger one is picked again. */
const maxStoredFileBytes = 256 * 1024 ** 2

/** Takes over what was begun on the landing page, once, or what this person left here; else their own defaults stand. */
export async function loadInitialUpload(
  userId: number,
  defaults: FormValues = {},
  notKept?: DeliveryKind,
): Promise<InitialUpload> {
  const { file: chosen, link, text } = takeLandingDraft()
  const kept = loadUploadDraft(userId)
  const typed = {
    ...emptyValues,
    ...defaults,
    ...kept?.values,
    ...(link && { linkUrl: link }),
    ...(text && { textContent: text }),
  }
  const chosenKind = link ? 'link' : text ? 'text' : chosen ? 'file' : notKept
  const kind = chosenKind ?? contentKindOf(kept?.values ?? {})
  const form = { kind, typed, isRestored: kept !== undefined }
  if (chosen) return { ...form, ...(await restoreLandingFile(chosen)) }
  return kept ? { ...form, ...(await restoreDraftFiles(kept)) } : form
}

/** Keeps the file itself beside what is known of it, where it is not too large for that. */
export async function storeUploadingFile(file: File): Promise<void> {
  if (file.size <= maxStoredFileBytes) await storeFile(file, 'upload-sending')
}

/** Keeps everything across a sign-in in the middle of it, and what was to be done. */
export async function saveDraftForSignIn(
  userId: number,
  { typed, file, preview }: { typed: FormValues; file?: File; preview?: File },
): Promise<void> {
  saveUploadDraft(userId, { values: typed, pendingSubmit: typed.status ?? 'published' })
  if (preview) await storeFile(preview, 'upload-preview')
  if (file) await storeUploadingFile(file)
}

/** Nothing is left of the form: it is published, or its person starts over. */
export async function clearDraft(): Promise<void> {
  clearUploadDraft()
  await deleteStoredFile('upload-sending')
  await deleteStoredFile('upload-preview')
}

async function restoreLandingFile(chosen: {
  name: string
  size: number
}): Promise<Pick<InitialUpload, 'file' | 'fileToReselect'>> {
  const kept = await takeStoredFile()
  const isMatchingFile = kept?.name === chosen.name && kept.size === chosen.size
  return isMatchingFile ? { file: kept } : { fileToReselect: chosen }
}

async function restoreDraftFiles({
  partialUpload,
  pendingSubmit,
}: {
  partialUpload?: PartialUpload
  pendingSubmit?: string
}): Promise<Partial<InitialUpload>> {
  const file = await getStoredFile('upload-sending')
  const preview = await getStoredFile('upload-preview')
  const isMatchingFile = file !== undefined && (!partialUpload || isSameFile(file, partialUpload))
  return {
    ...(preview && { preview }),
    ...(partialUpload && { partialUpload }),
    ...(isMatchingFile && { file }),
    ...(isMatchingFile && pendingSubmit && { pendingSubmit }),
    ...(partialUpload && !isMatchingFile && { fileToReselect: partialUpload }),
  }
}

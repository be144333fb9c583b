import type { ContentForEditing } from '../../../../../contract/content-editing.ts'
import { minorUnitExponent } from '../../../../../contract/money.ts'
import type { PartKind } from '../../../../../contract/parts.ts'
import { toLineFeeds } from '../../../../../contract/text.ts'
import { holds } from '../../../../../domain/part-kinds.ts'
import {
  deleteStoredFile,
  getStoredFile,
  storeFile,
  takeMoreFiles,
  takeStoredFile,
} from '../../../../shared/file-storage.ts'
import { takeLandingDraft } from '../../../../shared/landing-draft.ts'
import { readStored, removeStored, writeStored } from '../../../../ui/browser-storage.ts'
import { textEntries } from '../../../../ui/form.tsx'
import {
  contentKindOf,
  emptyValues,
  type FormValues,
  hasUserInput,
  toApiFields,
  toFocusFields,
  uncheckedBoxes,
} from './form-values.ts'
import { type Entry, isPart, type PartList } from './part-list/entries.ts'
import { fromStored } from './part-list/part-inputs.ts'
import { onStored, readSavedList } from './part-list/saved-list.ts'

export type InitialUpload = {
  kind: PartKind
  typed: FormValues
  file?: File
  /** What becomes further parts of the item, from the landing page. */
  moreFiles?: Array<File>
  preview?: File
  /** A file that must be selected again, because the browser could not store it. */
  fileToReselect?: { name: string; size: number }
  /** A file whose upload was interrupted. */
  partialUpload?: PartialUpload
  /** The button that was pressed when the session ended; the form is submitted again with it. */
  pendingSubmit?: string
  /** The parts of a form with a list. */
  parts?: PartList
  /** Whether a draft was restored. */
  isRestored: boolean
}

/** Maximum size of a file that is stored in the browser while it is uploaded. A larger one must be selected again. */
const maxStoredFileBytes = 256 * 1024 ** 2

/** The landing page's draft, once, or this user's own draft; else the account's defaults. */
export async function loadInitialUpload(
  userId: number,
  defaults: FormValues = {},
  unsaved?: PartKind,
): Promise<InitialUpload> {
  const { file: landingFile, link, text, page } = takeLandingDraft()
  const draft = loadUploadDraft(userId)
  const typed = {
    ...emptyValues,
    ...defaults,
    ...(hasUserInput(draft?.values ?? {}) && uncheckedBoxes),
    ...draft?.values,
    ...page,
    ...(link && { linkUrl: link }),
    ...(text && { textContent: text }),
  }
  const chosenKind = link ? 'link' : text ? 'text' : landingFile ? 'file' : unsaved
  const kind = chosenKind ?? contentKindOf(draft?.values ?? {})
  const form = { kind, typed, isRestored: draft !== undefined }
  if (page) {
    const preview = await getStoredFile('upload-preview')
    const files = landingFile && {
      ...(await restoreLandingFile(landingFile)),
      moreFiles: await takeMoreFiles(),
    }
    return { ...form, isRestored: false, ...files, ...(preview && { preview }) }
  }
  if (landingFile) return { ...form, ...(await restoreLandingFile(landingFile)) }
  return draft ? { ...form, ...(await restoreDraftFiles(draft)) } : form
}

/** Stores the selected file, so that a reload restores it. Undefined removes the stored one. */
export async function storeSelectedFile(userId: number, file: File | undefined): Promise<void> {
  if (!file) {
    saveUploadDraft(userId, { selectedFile: undefined, partialUpload: undefined })
    return deleteStoredFile('upload-sending')
  }
  const { name, size, lastModified } = file
  saveUploadDraft(userId, { selectedFile: { name, size, lastModified }, partialUpload: undefined })
  await storeUploadingFile(file)
}

async function storeUploadingFile(file: File): Promise<void> {
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

/** Stores the parts of a form that has several. Its files are uploaded already, or selected again after a reload. */
export async function saveDraftParts(userId: number, parts: ReadonlyArray<Entry>): Promise<void> {
  saveUploadDraft(userId, { parts, partialUpload: undefined, selectedFile: undefined })
  await deleteStoredFile('upload-sending')
}

/** Deletes the draft: the item is published, or the user starts over. */
export async function clearDraft(): Promise<void> {
  removeStored('localStorage', key)
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
  parts,
  pendingSubmit,
}: UploadDraft): Promise<Partial<InitialUpload>> {
  const file = await getStoredFile('upload-sending')
  const preview = await getStoredFile('upload-preview')
  if (parts)
    return {
      parts,
      ...(preview && { preview }),
      ...(isUploaded(parts) && pendingSubmit && { pendingSubmit }),
    }
  const expected = partialUpload ?? selectedFile
  const isMatchingFile = file !== undefined && (!expected || isSameFile(file, expected))
  const isComplete = isMatchingFile || !holds(contentKindOf(values), 'file')
  return {
    ...(preview && { preview }),
    ...(partialUpload && { partialUpload }),
    ...(isMatchingFile && { file }),
    ...(isComplete && pendingSubmit && { pendingSubmit }),
    ...(expected && !isMatchingFile && { fileToReselect: expected }),
  }
}

function isUploaded(parts: PartList): boolean {
  return !parts.some((entry) => isPart(entry) && entry.unfinished)
}

/** The form's initial values. `restoredDraft`: unsaved changes were restored; `stale` if the item has changed since. */
export type InitialEdit = {
  typed: FormValues
  /** The parts of an item of several. */
  parts?: PartList
  restoredDraft?: 'current' | 'stale'
}

export function toFormValues(item: ContentForEditing): FormValues {
  const { kind, title, description, pricingModel, category, accessType, linkUrl, textContent } = item
  const isFlexiblePrice = pricingModel === 'pay_what_you_want'
  return {
    ...emptyValues,
    kind,
    title,
    description,
    pricingModel,
    category,
    accessType,
    linkUrl,
    textContent,
    suggestedAmounts: item.suggestedAmounts,
    suggestedAmount: item.suggestedAmount,
    ...(pricingModel !== 'free' && {
      [isFlexiblePrice ? 'minimumPrice' : 'price']: item.price.toFixed(minorUnitExponent(item.currency)),
    }),
    asksForEmail: item.asksForEmail ? 'true' : '',
    showsFreeCount: item.showsFreeCount ? 'true' : '',
    thankYouNote: item.thankYouNote,
    whatsInside: item.whatsInside,
    teaserWords: item.teaserWords,
    teaserSeconds: item.teaserSeconds,
    teaserStartSecond: item.teaserStartSecond,
    teaserPages: item.teaserPages,
    ...(item.previewImage !== null && toFocusFields(item.previewFocus)),
    pondSeed: String(item.pond.seed),
    ...(item.showSupporters && { showSupporters: 'true' }),
    ...(item.showEarnings && { showEarnings: 'true' }),
    ...(item.offersTip && { offersTip: 'true' }),
    ...(item.copies.max !== null && { limitsCopies: 'true', maxCopies: String(item.copies.max) }),
    ...(item.showsCopiesLeft && { showsCopiesLeft: 'true' }),
    ...(item.releaseDay &&
      !item.releaseDay.isOut && {
        hasRelease: 'true',
        releaseAt: item.releaseDay.localTime,
        releaseTimeZone: item.releaseDay.timeZone,
      }),
    ...(item.upgrade && {
      isUpgrade: 'true',
      upgradeFromId: String(item.upgrade.fromId),
      upgradeAmount: item.upgrade.amount,
    }),
  }
}

/** All fields of the update, including disabled options and emptied fields. */
export function toUpdateRequest(
  typed: FormValues,
  item: ContentForEditing,
  removePreview: boolean,
): FormValues {
  const fields = toApiFields(typed)
  return {
    thankYouNote: '',
    whatsInside: '',
    teaserWords: '',
    teaserSeconds: '',
    teaserStartSecond: '',
    teaserPages: '',
    showSupporters: 'false',
    offersTip: 'false',
    maxCopies: '',
    showsCopiesLeft: 'false',
    upgradeFromId: '',
    upgradeAmount: '',
    releaseAt: '',
    releaseTimeZone: '',
    ...(fields.pricingModel === 'pay_what_you_want' && { suggestedAmounts: '', suggestedAmount: '' }),
    ...fields,
    version: String(item.version),
    ...(removePreview && { removePreviewImage: 'true' }),
  }
}

export function isDirty(typed: FormValues, item: ContentForEditing): boolean {
  const before = toApiFields(toFormValues(item))
  const now = toApiFields({ ...typed, status: 'published' })
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].some(
    (name) => toLineFeeds(before[name] ?? '') !== toLineFeeds(now[name] ?? ''),
  )
}

const draftKey = (id: number) => `edit-form/${id}`

/** Stores unsaved changes in this browser, for this user, until they are saved or discarded. */
export function saveEditDraft(
  userId: number,
  { id, version }: ContentForEditing,
  draft: { typed: FormValues; parts?: ReadonlyArray<Entry> | undefined },
): void {
  saveForUser(draftKey(id), userId, { version, ...draft })
}

export function clearEditDraft(id: number): void {
  removeStored('localStorage', draftKey(id))
}

/** The form as this user left it, or else the item's values. */
export function loadInitialEdit(userId: number, item: ContentForEditing): InitialEdit {
  const typed = toFormValues(item)
  const stored = fromStored(item.parts)
  const several = item.parts.length > 1 && { parts: stored }
  const restored = loadForUser(draftKey(item.id), userId)
  if (!restored) return { typed, ...several }
  const saved = readSavedList(restored.parts)
  return {
    ...(saved ? { parts: onStored(saved, stored) } : several),
    typed: {
      ...typed,
      ...uncheckedBoxes,
      ...stringEntries(restored.typed),
      kind: item.kind,
    },
    restoredDraft: restored.version === item.version ? 'current' : 'stale',
  }
}

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
type UploadDraft = {
  values: FormValues
  partialUpload?: PartialUpload
  selectedFile?: FileIdentity
  parts?: PartList
  pendingSubmit?: string
}

const key = 'upload-form'

/** Saves the form for this user in this browser, until it is published or discarded. */
export function saveUploadDraft(userId: number, change: Partial<UploadDraft>): void {
  saveForUser(key, userId, { values: {}, ...loadUploadDraft(userId), ...change })
}

function loadUploadDraft(userId: number): UploadDraft | undefined {
  const { values, partialUpload, selectedFile, parts, pendingSubmit } = loadForUser(key, userId) ?? {}
  const list = readSavedList(parts)
  if (typeof values !== 'object' || values === null) return undefined
  return {
    values: stringEntries(values),
    ...(isPartialUpload(partialUpload) && { partialUpload }),
    ...(isFileIdentity(selectedFile) && { selectedFile }),
    ...(list && { parts: list }),
    ...(typeof pendingSubmit === 'string' && { pendingSubmit }),
  }
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

export function saveForUser(key: string, userId: number, value: object): void {
  // Without storage nothing is restored the next time.
  writeStored('localStorage', key, JSON.stringify({ userId, ...value }))
}

/** The value stored by this user; undefined for another user of the same browser. */
export function loadForUser(key: string, userId: number): Record<string, unknown> | undefined {
  try {
    const stored = JSON.parse(readStored('localStorage', key) ?? 'null')
    return stored?.userId === userId ? stored : undefined
  } catch {
    return undefined
  }
}

export function stringEntries(typed: unknown): FormValues {
  return textEntries(Object.entries(Object(typed)))
}

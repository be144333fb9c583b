import type { ContentForEditing } from '../../../../contract/content-edit.ts'
import { minorUnitExponent } from '../../../../contract/money.ts'
import { toLineFeeds } from '../../../../contract/text.ts'
import { toFocusFields } from './focal-point.ts'
import { emptyValues, type FormValues, toApiFields, uncheckedBoxes } from './form-values.ts'
import { loadForUser, removeForUser, saveForUser, stringEntries } from './user-storage.ts'

/** The form's initial values. `restoredDraft`: unsaved changes were restored; `stale` if the item has changed since. */
export type InitialEdit = { typed: FormValues; restoredDraft?: 'current' | 'stale' }

/** The item as form values. */
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
    [isFlexiblePrice ? 'minimumPrice' : 'price']: item.price.toFixed(minorUnitExponent(item.currency)),
    thankYouNote: item.thankYouNote,
    whatsInside: item.whatsInside,
    teaserWords: item.teaserWords,
    teaserSeconds: item.teaserSeconds,
    teaserStartSecond: item.teaserStartSecond,
    teaserPages: item.teaserPages,
    ...(item.previewImage !== null && toFocusFields(item.previewFocus)),
    ...(item.showSupporters && { showSupporters: 'true' }),
    ...(item.showEarnings && { showEarnings: 'true' }),
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
    ...fields,
    ...(fields.pricingModel === 'pay_what_you_want' && {
      suggestedAmounts: fields.suggestedAmounts ?? '',
      suggestedAmount: fields.suggestedAmount ?? '',
    }),
    showSupporters: fields.showSupporters ?? 'false',
    thankYouNote: fields.thankYouNote ?? '',
    whatsInside: fields.whatsInside ?? '',
    teaserWords: fields.teaserWords ?? '',
    teaserSeconds: fields.teaserSeconds ?? '',
    teaserStartSecond: fields.teaserStartSecond ?? '',
    teaserPages: fields.teaserPages ?? '',
    version: String(item.version),
    ...(removePreview && { removePreviewImage: 'true' }),
  }
}

/** Whether the form differs from the item. */
export function isDirty(typed: FormValues, item: ContentForEditing): boolean {
  const before = toApiFields(toFormValues(item))
  const now = toApiFields({ ...typed, status: 'published' })
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].some(
    (name) => toLineFeeds(before[name] ?? '') !== toLineFeeds(now[name] ?? ''),
  )
}

const draftKey = (id: number) => `edit-form/${id}`

/** Stores unsaved changes in this browser, for this user, until they are saved or discarded. */
export function saveEditDraft(userId: number, { id, version }: ContentForEditing, typed: FormValues): void {
  saveForUser(draftKey(id), userId, { version, typed })
}

export function clearEditDraft(id: number): void {
  removeForUser(draftKey(id))
}

/** The form as this user left it, or else the item's values. */
export function loadInitialEdit(userId: number, item: ContentForEditing): InitialEdit {
  const typed = toFormValues(item)
  const restored = loadForUser(draftKey(item.id), userId)
  if (!restored) return { typed }
  return {
    typed: {
      ...typed,
      ...uncheckedBoxes,
      ...stringEntries(restored.typed),
      kind: item.kind,
    },
    restoredDraft: restored.version === item.version ? 'current' : 'stale',
  }
}

import type { ContentForEditing } from '../../../../contract/content-edit.ts'
import { minorUnitExponent } from '../../../../contract/money.ts'
import { emptyValues, type FormValues, toApiFields } from './form-values.ts'
import { loadForUser, removeForUser, saveForUser, stringEntries } from './user-storage.ts'

/** What an item's form begins with. `kept` are changes that were left here unsaved, and whether others came between. */
export type InitialEdit = { typed: FormValues; kept?: 'fresh' | 'stale' }

/** The item as somebody would type it. */
export function toFormValues(item: ContentForEditing): FormValues {
  const { kind, title, description, pricingModel, category, accessType, linkUrl, textContent } = item
  const isOpen = pricingModel === 'pay_what_you_want'
  return {
    ...emptyValues,
    ...{ kind, title, description, pricingModel, category, accessType, linkUrl, textContent },
    suggestedAmounts: item.suggestedAmounts,
    [isOpen ? 'minimumPrice' : 'price']: item.price.toFixed(minorUnitExponent(item.currency)),
    ...(item.showSupporters && { showSupporters: 'true' }),
  }
}

/** All fields of the change: what is switched off or emptied is said too. */
export function toUpdateRequest(
  typed: FormValues,
  item: ContentForEditing,
  removePreview: boolean,
): FormValues {
  const fields = toApiFields(typed)
  return {
    ...fields,
    ...(fields.pricingModel === 'pay_what_you_want' && { suggestedAmounts: fields.suggestedAmounts ?? '' }),
    showSupporters: fields.showSupporters ?? 'false',
    version: String(item.version),
    ...(removePreview && { removePreviewImage: 'true' }),
  }
}

/** Whether what stands in the form is not what the item is. */
export function isDirty(typed: FormValues, item: ContentForEditing): boolean {
  const before = toApiFields(toFormValues(item))
  const now = toApiFields({ ...typed, status: 'published' })
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].some(
    (name) => (before[name] ?? '') !== (now[name] ?? ''),
  )
}

const draftKey = (id: number) => `edit-form/${id}`

/** Keeps unsaved changes in this browser, for this person, until they are saved or undone. */
export function saveEditDraft(userId: number, { id, version }: ContentForEditing, typed: FormValues): void {
  saveForUser(draftKey(id), userId, { version, typed })
}

export function clearEditDraft(id: number): void {
  removeForUser(draftKey(id))
}

/** The form as this person left it, else the item as it is. */
export function loadInitialEdit(userId: number, item: ContentForEditing): InitialEdit {
  const typed = toFormValues(item)
  const restored = loadForUser(draftKey(item.id), userId)
  if (!restored) return { typed }
  return {
    typed: { ...typed, showSupporters: '', ...stringEntries(restored.typed), kind: item.kind },
    kept: restored.version === item.version ? 'fresh' : 'stale',
  }
}

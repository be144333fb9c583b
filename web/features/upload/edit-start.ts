import type { EditableContent } from '../../../contract/editing.ts'
import { decimalsOf } from '../../../contract/money.ts'
import { forgetOwn, keepOwn, keptOwn, textsOf } from './own-store.ts'
import { fieldsOf, nothingTyped, type Typed } from './typed.ts'

/** What an item's form begins with. `kept` are changes that were left here unsaved, and whether others came between. */
export type EditStart = { typed: Typed; kept?: 'fresh' | 'stale' }

/** The item as somebody would type it. */
export function typedOf(item: EditableContent): Typed {
  const { kind, title, description, pricingModel, category, accessType, linkUrl, textContent, chips } = item
  const isOpen = pricingModel === 'pay_what_you_want'
  return {
    ...nothingTyped,
    ...{ kind, title, description, pricingModel, category, accessType, linkUrl, textContent, chips },
    [isOpen ? 'minimumPrice' : 'price']: item.price.toFixed(decimalsOf(item.currency)),
    ...(item.showSupporters && { showSupporters: 'true' }),
  }
}

/** All fields of the change: what is switched off or emptied is said too. */
export function editFields(typed: Typed, item: EditableContent, removePreview: boolean): Typed {
  const fields = fieldsOf(typed)
  return {
    ...fields,
    ...(fields.pricingModel === 'pay_what_you_want' && { chips: fields.chips ?? '' }),
    showSupporters: fields.showSupporters ?? 'false',
    version: String(item.version),
    ...(removePreview && { removePreview: 'true' }),
  }
}

/** Whether what stands in the form is not what the item is. */
export function isChanged(typed: Typed, item: EditableContent): boolean {
  const before = fieldsOf(typedOf(item))
  const now = fieldsOf({ ...typed, status: 'published' })
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].some(
    (name) => (before[name] ?? '') !== (now[name] ?? ''),
  )
}

const keyOf = (id: number) => `edit-form/${id}`

/** Keeps unsaved changes in this browser, for this person, until they are saved or undone. */
export function keepEdit(who: number, { id, version }: EditableContent, typed: Typed): void {
  keepOwn(keyOf(id), who, { version, typed })
}

export function forgetEdit(id: number): void {
  forgetOwn(keyOf(id))
}

/** The form as this person left it, else the item as it is. */
export function startOfEdit(who: number, item: EditableContent): EditStart {
  const typed = typedOf(item)
  const kept = keptOwn(keyOf(item.id), who)
  if (!kept) return { typed }
  return {
    typed: { ...typed, showSupporters: '', ...textsOf(kept.typed), kind: item.kind },
    kept: kept.version === item.version ? 'fresh' : 'stale',
  }
}

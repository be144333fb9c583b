import type { SettingKey } from '../../../../../contract/instance-settings.ts'

type Option = { value: string; label: string; description?: string }

export type SettingField = {
  key: SettingKey
  label: string
  hint?: string
  control: 'input' | 'email' | 'number' | 'textarea' | 'select' | 'choice' | 'color' | 'categories'
  /** Beside a number: `%`, `days`. */
  unit?: string
  /** What a change does to people, in a sentence. */
  effect?: string
  options?: ReadonlyArray<Option>
  toText?: (value: unknown) => string
  /** The server checks the value and says what is wrong with it. */
  fromText?: (text: string) => unknown
}

/** A card of a page. A page is saved as a whole. */
export type SettingGroup = {
  id: string
  title: string
  description: string
  fields: ReadonlyArray<SettingField>
}

export const asNumber = (text: string) => (text.trim() === '' ? null : Number(text.replace(',', '.')))
export const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
export const textOrEmpty = (value: unknown) => (value === null ? '' : String(value))

import type { ReactNode } from 'react'
import type { SettingState } from '../../../../contract/admin-settings.ts'
import type { SettingField } from './setting-fields.ts'

type ReadOnlySettingProps = { field: SettingField; state: SettingState; children: ReactNode }

/** A setting as text, for people who may not change it. */
export function ReadOnlySetting({ field, state: { value, defaultValue }, children }: ReadOnlySettingProps) {
  const { label, options = [], toText = String } = field
  const text = toText(value)
  const shown = options.find((option) => option.value === text)?.label ?? text
  const isDefault = value === null && defaultValue === null
  return (
    <div className="grid gap-0.5">
      <p className="font-semibold">{label}</p>
      <p className="wrap-anywhere whitespace-pre-line">
        {shown || <span className="text-ink-soft">{isDefault ? 'Default' : 'Not set'}</span>}
      </p>
      <p className="text-ink-faint text-sm">{children}</p>
    </div>
  )
}

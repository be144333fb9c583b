import { useState } from 'react'
import type { SettingState } from '../../../../contract/admin-settings.ts'
import { BrandPreview } from '../../../shared/brand-preview.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { RadioCard, RadioCardGroup } from '../../../ui/radio-card.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { useCanAct } from '../admin-only.tsx'
import { ReadOnlySetting } from './read-only-setting.tsx'
import type { SettingField } from './setting-fields.ts'

type SettingControlProps = { field: SettingField; state: SettingState }

/** A setting's label and control, with who changed it. A variable of the environment locks it. */
export function SettingControl({ field, state }: SettingControlProps) {
  const { key, label, hint, control } = field
  if (!useCanAct())
    return (
      <ReadOnlySetting field={field} state={state}>
        <Origin state={state} />
      </ReadOnlySetting>
    )
  if (control === 'choice') return <Choice field={field} state={state} />
  return (
    <Field
      label={label}
      name={key}
      hint={
        <>
          {hint && `${hint} `}
          <Origin state={state} />
        </>
      }
    >
      {control === 'color' ? <ColorControl state={state} /> : <TextControl field={field} state={state} />}
    </Field>
  )
}

function TextControl({ field, state }: SettingControlProps) {
  const { control, options = [] } = field
  const props = { defaultValue: settingText(field, state.value), disabled: state.lockedBy !== null }
  if (control === 'textarea') return <Textarea {...props} size="sm" />
  if (control === 'select') return <Select {...props} options={withCurrent(options, props.defaultValue)} />
  if (control === 'number')
    return <Input {...props} inputMode="decimal" autoComplete="off" className="max-w-40" />
  return <Input {...props} type={control === 'email' ? 'email' : 'text'} autoComplete="off" />
}

function ColorControl({ state }: { state: SettingState }) {
  const [color, setColor] = useState(state.value === null ? '' : String(state.value))
  return (
    <>
      <Input
        value={color}
        onChange={({ target }) => setColor(target.value)}
        disabled={state.lockedBy !== null}
        placeholder="#0e6b4a"
        autoComplete="off"
        spellCheck={false}
        maxLength={7}
        className="max-w-40"
      />
      <BrandPreview color={color} />
    </>
  )
}

function Choice({ field, state }: SettingControlProps) {
  const { key, label, options = [] } = field
  const chosen = options.find(({ value }) => value === state.value)
  return (
    <div className="grid gap-1.5">
      {state.lockedBy === null ? (
        <RadioCardGroup label={label} columns={options.length === 3 ? 3 : 2}>
          {options.map((option) => (
            <RadioCard
              key={option.value}
              name={key}
              value={option.value}
              title={option.label}
              description={option.description}
              defaultChecked={option === chosen}
            />
          ))}
        </RadioCardGroup>
      ) : (
        <p>
          <span className="font-semibold">{label}:</span> {chosen?.label}
        </p>
      )}
      <p className="text-ink-faint text-sm">
        <Origin state={state} />
      </p>
    </div>
  )
}

/** Who changed the setting when, or which variable sets it. */
function Origin({ state: { lockedBy, changedBy, changedAt } }: { state: SettingState }) {
  if (lockedBy)
    return (
      <>
        Set by <code>{lockedBy}</code> in the environment, so it can’t be changed here.
      </>
    )
  if (!changedBy || !changedAt) return null
  return (
    <>
      Changed by {changedBy} on <LocalTime iso={changedAt} />.
    </>
  )
}

/** A setting's value as the text of its control. */
export function settingText({ toText = String }: SettingField, value: unknown): string {
  return toText(value)
}

/** A value that is not in the list, such as one of the environment, stays selectable. */
function withCurrent(options: ReadonlyArray<{ value: string; label: string }>, current: string) {
  return options.some(({ value }) => value === current)
    ? options
    : [...options, { value: current, label: current }]
}

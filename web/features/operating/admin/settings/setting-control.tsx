import { type ReactNode, useState } from 'react'
import type { SettingState } from '../../../../../contract/instance-settings.ts'
import { BrandPreview } from '../../../../shared/brand-preview.tsx'
import { useMinPayoutText } from '../../../../shared/use-min-payout-text.ts'
import { Field } from '../../../../ui/field.tsx'
import { Input, Textarea } from '../../../../ui/input.tsx'
import { RadioCard, RadioCardGroup } from '../../../../ui/radio-card.tsx'
import { Select } from '../../../../ui/select.tsx'
import { useCanAct } from '../admin-layout.tsx'
import { CategoriesControl } from './categories-control.tsx'
import { Origin } from './origin.tsx'
import type { SettingField } from './setting-group.ts'

type ReadOnlySettingProps = { field: SettingField; state: SettingState; children: ReactNode }

function ReadOnlySetting({ field, state: { value, defaultValue }, children }: ReadOnlySettingProps) {
  const { label, options = [] } = field
  const text = settingText(field, value)
  const shown = options.find((option) => option.value === text)?.label ?? text
  const isDefault = value === null && defaultValue === null
  return (
    <div className="grid gap-0.5 py-4">
      <p className="font-semibold">{label}</p>
      <p className="wrap-anywhere whitespace-pre-line">
        {shown || <span className="text-ink-soft">{isDefault ? 'Default' : 'Not set'}</span>}
      </p>
      <p className="text-ink-faint text-sm">{children}</p>
    </div>
  )
}

type SettingControlProps = { field: SettingField; state: SettingState }

/** A setting's label and control, with who changed it. A variable of the environment locks it. */
export function SettingControl({ field, state }: SettingControlProps) {
  const { key, label, hint, control } = field
  const canAct = useCanAct()
  if (control === 'categories') return <CategoriesControl state={state} />
  if (!canAct)
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
      className={isShort(control) ? besideClass : 'py-4'}
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

/** A short field stands beside its label, also on a phone. */
const besideClass =
  'grid-cols-[minmax(0,1fr)_minmax(0,9rem)]! gap-x-4 gap-y-0.5! py-4 [&>:nth-child(2)]:col-start-2 [&>:nth-child(2)]:row-span-2 [&>:nth-child(2)]:row-start-1 [&>:nth-child(2)]:self-center [&>label]:self-end sm:grid-cols-[minmax(0,1fr)_minmax(0,13rem)]!'

function isShort(control: SettingField['control']): boolean {
  return control === 'number'
}

function TextControl({ field, state }: SettingControlProps) {
  const { control, options = [] } = field
  const defaultMinimum = useMinPayoutText()
  const props = { defaultValue: settingText(field, state.value), disabled: state.lockedBy !== null }
  if (control === 'textarea') return <Textarea {...props} size="sm" />
  if (control === 'select') return <Select {...props} options={withCurrent(options, props.defaultValue)} />
  if (control === 'number')
    return (
      <div className="relative">
        <Input
          {...props}
          inputMode="decimal"
          autoComplete="off"
          placeholder={field.key === 'minPayout' ? defaultMinimum : undefined}
          className={field.unit && 'pr-14'}
        />
        {field.unit && (
          <span
            aria-hidden
            className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3.5 text-ink-soft"
          >
            {field.unit}
          </span>
        )}
      </div>
    )
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
  const chosen = options.find(({ value }) => value === settingText(field, state.value))
  return (
    <div className="grid gap-1.5 py-4">
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

export function settingText({ toText = String }: SettingField, value: unknown): string {
  return toText(value)
}

/** A value that is not in the list, such as one of the environment, stays selectable. */
function withCurrent(options: ReadonlyArray<{ value: string; label: string }>, current: string) {
  return options.some(({ value }) => value === current)
    ? options
    : [...options, { value: current, label: current }]
}

import { type ReactNode, useState } from 'react'
import {
  listInstanceSettings,
  type SettingChanges,
  type SettingState,
  updateInstanceSettings,
} from '../../../../../contract/instance-settings.ts'
import { useApiMutation, useInvalidateQueries, useSetQueryData } from '../../../../api/query.ts'
import { BrandPreview } from '../../../../shared/brand-preview.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Section } from '../../../../ui/card.tsx'
import { Field, FormError } from '../../../../ui/field.tsx'
import { Form } from '../../../../ui/form.tsx'
import { formSchema } from '../../../../ui/form-schema.ts'
import { Input, Textarea } from '../../../../ui/input.tsx'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { RadioCard, RadioCardGroup } from '../../../../ui/radio-card.tsx'
import { Select } from '../../../../ui/select.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useCanAct } from '../admin-layout.tsx'
import type { SettingField, SettingGroup } from './setting-fields.ts'

type SettingGroupFormProps = { group: SettingGroup; settings: ReadonlyArray<SettingState> }

/** A section with its fields. Only changed settings are sent. */
export function SettingGroupForm({ group, settings }: SettingGroupFormProps) {
  const canAct = useCanAct()
  const send = useSaveSettings('Settings saved')
  const fields = group.fields.flatMap((field) => {
    const state = settings.find(({ key }) => key === field.key)
    return state ? [{ field, state }] : []
  })
  const controls = (
    <div className="grid max-w-[560px] grid-cols-[minmax(0,1fr)] gap-5">
      {fields.map(({ field, state }) => (
        <SettingControl key={`${field.key} ${state.changedAt}`} field={field} state={state} />
      ))}
    </div>
  )
  const fieldErrors = Object.keys(send.error?.fields ?? {}).length > 0
  return (
    <Section id={group.id} title={group.title} description={group.description}>
      {canAct ? (
        <Form
          schema={schemaOf(group.fields)}
          errors={send.error?.fields}
          onSubmit={(texts) => {
            const changes = changesOf(fields, texts)
            if (Object.keys(changes).length === 0) toast({ title: 'Nothing has changed' })
            else send.mutate({ body: changes })
          }}
          className="grid grid-cols-[minmax(0,1fr)] gap-5"
        >
          {controls}
          <FormError>{!fieldErrors && send.error?.userMessage}</FormError>
          <Button type="submit" isLoading={send.isPending} className="justify-self-start">
            Save {group.title.toLowerCase()}
          </Button>
        </Form>
      ) : (
        controls
      )}
    </Section>
  )
}

export function useSaveSettings(successMessage: string) {
  const setSettings = useSetQueryData(listInstanceSettings)
  const refresh = useInvalidateQueries()
  return useApiMutation(updateInstanceSettings, {
    onSuccess: (reply) => {
      setSettings(reply)
      void refresh({ path: '/api/instance' })
      toast({ title: successMessage, tone: 'success' })
    },
  })
}

/** The texts of the form; the server checks the values. */
function schemaOf(fields: ReadonlyArray<SettingField>) {
  return formSchema(Object.fromEntries(fields.map(({ key }) => [key, (text: string) => ({ value: text })])))
}

type StatedField = { field: SettingField; state: SettingState }

function changesOf(fields: ReadonlyArray<StatedField>, texts: Record<string, string>): SettingChanges {
  const entries = fields.flatMap(({ field, state }) => {
    const text = texts[field.key] ?? ''
    const isChanged = state.lockedBy === null && text !== settingText(field, state.value)
    return isChanged ? [[field.key, field.fromText ? field.fromText(text) : text]] : []
  })
  // The contract's schema checks the values when they arrive.
  return Object.fromEntries(entries) as SettingChanges
}

type ReadOnlySettingProps = { field: SettingField; state: SettingState; children: ReactNode }

function ReadOnlySetting({ field, state: { value, defaultValue }, children }: ReadOnlySettingProps) {
  const { label, options = [] } = field
  const text = settingText(field, value)
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

type SettingControlProps = { field: SettingField; state: SettingState }

/** A setting's label and control, with who changed it. A variable of the environment locks it. */
function SettingControl({ field, state }: SettingControlProps) {
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

export function Origin({ state: { lockedBy, changedBy, changedAt } }: { state: SettingState }) {
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

function settingText({ toText = String }: SettingField, value: unknown): string {
  return toText(value)
}

/** A value that is not in the list, such as one of the environment, stays selectable. */
function withCurrent(options: ReadonlyArray<{ value: string; label: string }>, current: string) {
  return options.some(({ value }) => value === current)
    ? options
    : [...options, { value: current, label: current }]
}

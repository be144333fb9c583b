import type { ReactNode } from 'react'
import { limits } from '../../../../../contract/limits.ts'
import { PartKind } from '../../../../../contract/parts.ts'
import { Field } from '../../../../ui/field.tsx'
import { Input } from '../../../../ui/input.tsx'
import { Tabs } from '../../../../ui/tabs.tsx'
import { FilePicker } from './file-picker.tsx'
import type { FormValues } from './form-values.ts'
import { TextInput } from './text-input.tsx'

type ContentKindTabsProps = Parameters<typeof FilePicker>[0] & {
  kind: PartKind
  onKindChange: (kind: PartKind) => void
  initialValues: FormValues
}

type PartField = {
  label: string
  panelLabel: string
  field: (form: { initialValues: FormValues; picker: Parameters<typeof FilePicker>[0] }) => ReactNode
}

const fields: Record<PartKind, PartField> = {
  file: { label: 'File', panelLabel: 'File to sell', field: ({ picker }) => <FilePicker {...picker} /> },
  link: { label: 'Link', panelLabel: 'Link to sell', field: (form) => <TypedField {...form} kind="link" /> },
  text: { label: 'Text', panelLabel: 'Text to sell', field: (form) => <TypedField {...form} kind="text" /> },
}

type TypedFieldProps = {
  kind: 'link' | 'text'
  initialValues: FormValues
  picker: Pick<Parameters<typeof FilePicker>[0], 'addLine'>
}

function TypedField({ kind, initialValues, picker: { addLine } }: TypedFieldProps) {
  return (
    <div className="grid gap-2">
      {kind === 'link' ? (
        <LinkField name="linkUrl" value={initialValues.linkUrl} />
      ) : (
        <TextField name="textContent" value={initialValues.textContent} />
      )}
      {addLine}
    </div>
  )
}

export function ContentKindTabs({ kind, onKindChange, initialValues, ...picker }: ContentKindTabsProps) {
  return (
    <>
      <input type="hidden" name="kind" value={kind} />
      <Tabs
        label="What you sell"
        heading={<h2 className="text-xl">Upload</h2>}
        value={kind}
        onChange={onKindChange}
        tabs={PartKind.options.map((value) => {
          const { label, panelLabel, field } = fields[value]
          const ofThis = value === kind ? picker : { ...picker, addLine: undefined }
          return { value, label, panelLabel, panel: field({ initialValues, picker: ofThis }) }
        })}
      />
    </>
  )
}

type OneFieldProps = { name: string; value: string | undefined }

export function LinkField({ name, value }: OneFieldProps) {
  return (
    <Field label="Link" name={name} hint="Only buyers see it.">
      <Input
        type="url"
        inputMode="url"
        autoComplete="url"
        maxLength={limits.maxLinkUrlLength}
        placeholder="https://your-link.com"
        defaultValue={value}
      />
    </Field>
  )
}

export function TextField({ name, value }: OneFieldProps) {
  return <TextInput name={name} defaultValue={value} />
}

import type { DeliveryKind } from '../../../../../contract/content.ts'
import { limits } from '../../../../../contract/limits.ts'
import { Field } from '../../../../ui/field.tsx'
import { Input, Textarea } from '../../../../ui/input.tsx'
import { Tabs } from '../../../../ui/tabs.tsx'
import { FilePicker } from './file-picker.tsx'
import type { FormValues } from './form-values.ts'

type ContentKindTabsProps = Parameters<typeof FilePicker>[0] & {
  kind: DeliveryKind
  onKindChange: (kind: DeliveryKind) => void
  initialValues: FormValues
}

/** Tabs to choose the kind: file, link or text. */
export function ContentKindTabs({ kind, onKindChange, initialValues, ...picker }: ContentKindTabsProps) {
  return (
    <>
      <input type="hidden" name="kind" value={kind} />
      <Tabs
        label="What you sell"
        value={kind}
        onChange={onKindChange}
        tabs={[
          {
            value: 'file',
            label: 'File',
            panelLabel: 'File to sell',
            panel: <FilePicker {...picker} />,
          },
          {
            value: 'link',
            label: 'Link',
            panelLabel: 'Link to sell',
            panel: <LinkField initialValues={initialValues} />,
          },
          {
            value: 'text',
            label: 'Text',
            panelLabel: 'Text to sell',
            panel: <TextField initialValues={initialValues} />,
          },
        ]}
      />
    </>
  )
}

export function LinkField({ initialValues }: { initialValues: FormValues }) {
  return (
    <Field label="Link" name="linkUrl" hint="Only buyers see it.">
      <Input
        type="url"
        inputMode="url"
        autoComplete="url"
        maxLength={limits.maxLinkUrlLength}
        placeholder="https://your-link.com"
        defaultValue={initialValues.linkUrl}
      />
    </Field>
  )
}

export function TextField({ initialValues }: { initialValues: FormValues }) {
  return (
    <Field label="Text" name="textContent" hint="Only buyers see it.">
      <Textarea
        rows={6}
        size="lg"
        maxLength={limits.maxTextContentLength}
        placeholder="A recipe, a poem, a license key…"
        defaultValue={initialValues.textContent}
      />
    </Field>
  )
}

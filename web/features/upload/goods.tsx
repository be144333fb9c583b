import type { ContentKind } from '../../../contract/content.ts'
import { limits } from '../../../contract/limits.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { FilePicker } from './file-picker.tsx'
import type { Typed } from './typed.ts'

type GoodsProps = Parameters<typeof FilePicker>[0] & {
  kind: ContentKind
  onKind: (kind: ContentKind) => void
  start: Typed
}

/** What is sold: a file, a link or a text. */
export function Goods({ kind, onKind, start, ...picker }: GoodsProps) {
  return (
    <>
      <input type="hidden" name="kind" value={kind} />
      <Tabs
        label="What you sell"
        value={kind}
        onChange={onKind}
        tabs={[
          { value: 'file', label: 'File', about: 'The file you sell', panel: <FilePicker {...picker} /> },
          { value: 'link', label: 'Link', about: 'The link you sell', panel: <LinkField start={start} /> },
          { value: 'text', label: 'Text', about: 'The text you sell', panel: <TextField start={start} /> },
        ]}
      />
    </>
  )
}

export function LinkField({ start }: { start: Typed }) {
  return (
    <Field label="Link" name="linkUrl" hint="Only buyers see it.">
      <Input
        type="url"
        inputMode="url"
        autoComplete="url"
        maxLength={limits.linkUrl}
        placeholder="https://your-link.com"
        defaultValue={start.linkUrl}
      />
    </Field>
  )
}

export function TextField({ start }: { start: Typed }) {
  return (
    <Field label="Text" name="textContent" hint="Only buyers see it.">
      <Textarea
        rows={6}
        className="min-h-40"
        maxLength={limits.textContent}
        placeholder="A recipe, a poem, a key…"
        defaultValue={start.textContent}
      />
    </Field>
  )
}

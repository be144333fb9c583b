import { AccessType } from '../../../contract/content.ts'
import { limits } from '../../../contract/limits.ts'
import { accessNames } from '../../ui/content-words.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { kindOf, type Typed } from './typed.ts'
import { useCategories } from './use-categories.ts'

export function TitleField({ start }: { start: Typed }) {
  return (
    <Field label="Title" name="title">
      <Input
        maxLength={limits.title}
        autoComplete="off"
        placeholder="What buyers see first"
        defaultValue={start.title}
      />
    </Field>
  )
}

/** A link is opened and a text is read; only a file leaves a choice. */
const fileAccess = AccessType.exclude(['link']).options
const accessHints = {
  download: 'Buyers save the file.',
  view: 'Buyers look at it in the browser.',
  stream: 'Buyers play it in the browser.',
}

export function Details({ start, typed }: { start: Typed; typed: Typed }) {
  const categories = useCategories(start.category)
  const access = fileAccess.find((one) => one === typed.accessType) ?? 'download'
  return (
    <>
      <Field label="Description" name="description" optional>
        <Textarea
          maxLength={limits.description}
          placeholder="What is inside, who is it for?"
          defaultValue={start.description}
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Category" name="category">
          <Select options={categories} defaultValue={start.category} />
        </Field>
        <Field
          label="Access type"
          name="accessType"
          hint={accessHints[access]}
          className={kindOf(typed) === 'file' ? '' : 'hidden'}
        >
          <Select
            options={fileAccess.map((value) => ({ value, label: accessNames[value] }))}
            defaultValue={start.accessType}
          />
        </Field>
      </div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          name="showSupporters"
          value="true"
          defaultChecked={start.showSupporters === 'true'}
          className="size-5 shrink-0 accent-brand"
        />
        Thank supporters by name on the tip page
      </label>
    </>
  )
}

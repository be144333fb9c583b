import { AccessType } from '../../../../contract/content.ts'
import { limits } from '../../../../contract/limits.ts'
import { accessTypeLabels } from '../../../shared/content-labels.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { contentKindOf, type FormValues } from './form-values.ts'
import { useCategoryOptions } from './use-category-options.ts'

export function TitleField({ initialValues }: { initialValues: FormValues }) {
  return (
    <Field label="Title" name="title">
      <Input
        maxLength={limits.maxTitleLength}
        autoComplete="off"
        placeholder="What buyers see first"
        defaultValue={initialValues.title}
      />
    </Field>
  )
}

/** A link is opened and a text is read; only files have a choice. */
const fileAccessTypes = AccessType.options.filter((type) => type !== 'link')
const accessHints = {
  download: 'Buyers download the file.',
  view: 'Buyers view it in their browser.',
  stream: 'Buyers play it in their browser.',
}

export function DetailFields({ initialValues, values }: { initialValues: FormValues; values: FormValues }) {
  const categories = useCategoryOptions(initialValues.category)
  const access = fileAccessTypes.find((one) => one === values.accessType) ?? 'download'
  return (
    <>
      <Field label="Description" name="description" isOptional>
        <Textarea
          maxLength={limits.maxDescriptionLength}
          placeholder="What’s inside, and who is it for?"
          defaultValue={initialValues.description}
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Category" name="category">
          <Select options={categories} defaultValue={initialValues.category} />
        </Field>
        <Field
          label="Access type"
          name="accessType"
          hint={accessHints[access]}
          className={contentKindOf(values) === 'file' ? '' : 'hidden'}
        >
          <Select
            options={fileAccessTypes.map((value) => ({ value, label: accessTypeLabels[value] }))}
            defaultValue={initialValues.accessType}
          />
        </Field>
      </div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          name="showSupporters"
          value="true"
          defaultChecked={initialValues.showSupporters === 'true'}
          className="size-5 shrink-0 accent-brand"
        />
        Thank supporters by name on the tip page
      </label>
    </>
  )
}

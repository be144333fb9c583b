import type { ReactNode } from 'react'
import { AccessType } from '../../../../contract/content.ts'
import type { Instance } from '../../../../contract/instance.ts'
import { limits } from '../../../../contract/limits.ts'
import { accessTypeLabels } from '../../../shared/content-labels.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { accessHint } from './access-hint.ts'
import { contentKindOf, type FormValues } from './form-values.ts'
import { TeaserFields } from './teaser-fields.tsx'
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

/** Only files have a choice of access types. */
const fileAccessTypes = AccessType.options.filter((type) => type !== 'link')
type DetailFieldsProps = {
  initialValues: FormValues
  values: FormValues
  /** The name of the current or the newly selected file. */
  fileName?: string
  /** The names of all files of a form for several. */
  fileNames?: ReadonlyArray<string>
  instance: Instance
  /** The state of the saved item's free preview. */
  teaserProgress?: ReactNode
  /** Whether the item is new or a draft, so that followers can be emailed when it is published. */
  isUnpublished: boolean
}

export function DetailFields({
  initialValues,
  values,
  fileName,
  fileNames = fileName === undefined ? [] : [fileName],
  instance,
  isUnpublished,
  teaserProgress,
}: DetailFieldsProps) {
  const categories = useCategoryOptions(initialValues.category)
  const access = fileAccessTypes.find((type) => type === values.accessType) ?? 'download'
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
          hint={accessHint(access, fileNames)}
          hidden={contentKindOf(values) !== 'file'}
        >
          <Select
            options={fileAccessTypes.map((value) => ({ value, label: accessTypeLabels[value] }))}
            defaultValue={initialValues.accessType}
          />
        </Field>
      </div>
      <Field
        label="What’s inside"
        name="whatsInside"
        isOptional
        hint="One line for each part, shown as a list on your tip page."
      >
        <Textarea
          maxLength={limits.maxWhatsInsideLength}
          placeholder={'6 tracks, 31 minutes\nBooklet, 12 pages'}
          defaultValue={initialValues.whatsInside}
        />
      </Field>
      <TeaserFields initialValues={initialValues} values={values} fileName={fileName} instance={instance} />
      {teaserProgress}
      <Field
        label="Thank-you note"
        name="thankYouNote"
        isOptional
        hint="Buyers see it right after they pay. Leave blank to use the note from your settings."
      >
        <Textarea
          maxLength={limits.maxThankYouNoteLength}
          placeholder="Thank you! Start with…"
          defaultValue={initialValues.thankYouNote}
        />
      </Field>
      <fieldset className="grid">
        <legend className="font-semibold">On your tip page</legend>
        <Checkbox name="showSupporters" value="true" defaultChecked={initialValues.showSupporters === 'true'}>
          Show supporters’ names and messages
        </Checkbox>
        <Checkbox name="showEarnings" value="true" defaultChecked={initialValues.showEarnings === 'true'}>
          Show what this item has earned
        </Checkbox>
      </fieldset>
      {isUnpublished && (
        <Checkbox
          name="notifyFollowers"
          value="true"
          defaultChecked={initialValues.notifyFollowers === 'true'}
        >
          Email your followers when it’s published
        </Checkbox>
      )}
    </>
  )
}

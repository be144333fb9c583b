import type { Instance } from '../../../../contract/instance.ts'
import { sampleKindOf } from '../../../../domain/teaser.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { contentKindOf, type FormValues } from './form-values.ts'

const wordOptions = [
  { value: '', label: 'No preview' },
  { value: '50', label: 'First 50 words' },
  { value: '100', label: 'First 100 words' },
  { value: '200', label: 'First 200 words' },
  { value: '500', label: 'First 500 words' },
]
const secondOptions = [
  { value: '', label: 'No preview' },
  { value: '15', label: '15 seconds' },
  { value: '30', label: '30 seconds' },
]
const pageOptions = [
  { value: '', label: 'No preview' },
  { value: '1', label: 'First page' },
  { value: '2', label: 'First 2 pages' },
  { value: '3', label: 'First 3 pages' },
]

type TeaserFieldsProps = {
  initialValues: FormValues
  values: FormValues
  /** The name of the current or the newly selected file. */
  fileName: string | undefined
  instance: Instance
}

/** What fans may see before they pay. All fields stay in the DOM, so switching the kind or the file loses none. */
export function TeaserFields({ initialValues, values, fileName, instance }: TeaserFieldsProps) {
  const kind = contentKindOf(values)
  const sampleKind = kind === 'file' && fileName !== undefined ? sampleKindOf(fileName) : undefined
  return (
    <>
      <Field
        label="Free preview"
        name="teaserWords"
        hint="Everyone can read this much on your tip page. Never more than half of the text."
        hidden={kind !== 'text'}
      >
        <Select options={wordOptions} defaultValue={initialValues.teaserWords} />
      </Field>
      <div className={sampleKind === 'recording' ? 'grid gap-5 sm:grid-cols-2' : 'hidden'}>
        <Field
          label="Free preview"
          name="teaserSeconds"
          hint="Everyone can play this on your tip page. Never more than half of the recording."
        >
          <Select options={secondOptions} defaultValue={initialValues.teaserSeconds} />
        </Field>
        <Field
          label="Start at second"
          name="teaserStartSecond"
          hint="Where the preview begins. A video can begin a few seconds earlier."
          hidden={!values.teaserSeconds}
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            placeholder="0"
            defaultValue={initialValues.teaserStartSecond}
          />
        </Field>
      </div>
      <Field
        label="Free preview"
        name="teaserPages"
        hint="Everyone can see these pages on your tip page, as small images. Never more than half of the PDF."
        hidden={sampleKind !== 'pages' || !instance.canPreviewPdf}
      >
        <Select options={pageOptions} defaultValue={initialValues.teaserPages} />
      </Field>
      {sampleKind === 'pages' && !instance.canPreviewPdf && (
        <p className="text-ink-soft">
          This site can’t make previews of PDF files. You can add images of pages instead.
        </p>
      )}
    </>
  )
}

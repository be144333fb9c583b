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

type TeaserFieldsProps = { initialValues: FormValues; values: FormValues }

/** What fans may read or hear before they pay. Both stay in the DOM, so switching the kind loses neither. */
export function TeaserFields({ initialValues, values }: TeaserFieldsProps) {
  const kind = contentKindOf(values)
  const canPlay = kind === 'file' && values.accessType === 'stream'
  return (
    <>
      <Field
        label="Free preview"
        name="teaserWords"
        hint="Everyone can read this much on your tip page. Never more than half of the text."
        className={kind === 'text' ? '' : 'hidden'}
      >
        <Select options={wordOptions} defaultValue={initialValues.teaserWords} />
      </Field>
      <div className={canPlay ? 'grid gap-5 sm:grid-cols-2' : 'hidden'}>
        <Field
          label="Free preview"
          name="teaserSeconds"
          hint="For MP3 and WAV files. Everyone can play this on your tip page."
        >
          <Select options={secondOptions} defaultValue={initialValues.teaserSeconds} />
        </Field>
        <Field
          label="Start at second"
          name="teaserStartSecond"
          hint="Where the preview begins."
          className={values.teaserSeconds ? '' : 'hidden'}
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
    </>
  )
}

import { useMutation } from '@tanstack/react-query'
import { ImagePlus, X } from 'lucide-react'
import { useState } from 'react'
import type { Instance } from '../../../../../contract/instance.ts'
import { limits } from '../../../../../contract/limits.ts'
import {
  addTeaserPicture,
  listTeaserPictures,
  removeTeaserPicture,
  type TeaserPicture,
} from '../../../../../contract/teasers.ts'
import { kinds } from '../../../../../domain/part-kinds.ts'
import { sampleKindOf } from '../../../../../domain/teaser.ts'
import { userMessage } from '../../../../api/client.ts'
import { useApiMutation, useApiQuery } from '../../../../api/query.ts'
import { withSignIn } from '../../../../api/reauthentication.ts'
import { uploadFormData } from '../../../../api/upload-form-data.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { FileDropZone } from '../../../../ui/file-drop-zone.tsx'
import { Input } from '../../../../ui/input.tsx'
import { Select } from '../../../../ui/select.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
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
  /** Whether a list of parts has a text among other kinds. */
  hasText?: boolean | undefined
  instance: Instance
}

/** What fans may see before they pay. All fields stay in the DOM, so switching the kind or the file loses none. */
export function TeaserFields({
  initialValues,
  values,
  fileName,
  hasText = false,
  instance,
}: TeaserFieldsProps) {
  const { teaser } = kinds[contentKindOf(values)]
  const sampleKind =
    teaser === 'recording or pages' && fileName !== undefined ? sampleKindOf(fileName) : undefined
  return (
    <>
      <Field
        label="Free preview"
        name="teaserWords"
        hint="Everyone can read this much on your tip page. Never more than half of the text."
        hidden={teaser !== 'words' && !hasText}
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

/** The preview images of a saved item. Each is saved at once, apart from the form around it. */
export function TeaserPictures({ id }: { id: number }) {
  const saved = useApiQuery(listTeaserPictures, { params: { id } })
  const [newest, setNewest] = useState<Array<TeaserPicture>>()
  const add = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData()
      form.set('picture', file)
      return withSignIn(() => uploadFormData(addTeaserPicture, form, { params: { id } }))
    },
    onSuccess: ({ pictures: added }) => setNewest(added),
  })
  const remove = useApiMutation(removeTeaserPicture, { onSuccess: ({ pictures: left }) => setNewest(left) })
  const pictures = newest ?? saved.data?.pictures ?? []
  const error = saved.error ?? add.error ?? remove.error

  return (
    <Field
      label="More images"
      isOptional
      hint={`Up to ${limits.maxTeaserPictures} images that everyone can see on your tip page. They’re saved right away.`}
      {...(error && { error: userMessage(error) })}
    >
      {pictures.length > 0 && (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {pictures.map(({ id: partId, url }, index) => (
            <li key={partId} className="relative overflow-hidden rounded-md bg-sunken">
              <img src={url} alt={`Preview ${index + 1}`} className="aspect-[4/3] w-full object-contain" />
              <Button
                variant="inverse"
                size="sm"
                className="absolute! top-2 right-2"
                isLoading={remove.isPending && remove.variables.params.partId === partId}
                onClick={() => remove.mutate({ params: { id, partId } })}
              >
                <X aria-hidden />
                <span className="sr-only">{`Remove image ${index + 1}`}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {pictures.length < limits.maxTeaserPictures && (
        <FileDropZone
          accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
          onPick={(file) => add.mutate(file)}
          className="rounded-md border-[1.5px] border-dashed px-5 py-4"
        >
          {(isDragOver) => (
            <p className="flex items-center gap-3 text-ink-soft">
              {add.isPending ? <Spinner /> : <ImagePlus aria-hidden className="size-6 shrink-0 text-brand" />}
              {isDragOver ? 'Drop your file here!' : 'Add an image'}
            </p>
          )}
        </FileDropZone>
      )}
    </Field>
  )
}

import { useMutation } from '@tanstack/react-query'
import { ImagePlus, X } from 'lucide-react'
import { useState } from 'react'
import { limits } from '../../../../contract/limits.ts'
import {
  addTeaserPicture,
  listTeaserPictures,
  removeTeaserPicture,
  type TeaserPicture,
} from '../../../../contract/teasers.ts'
import { userMessage } from '../../../api/api-error.ts'
import { useApiMutation, useApiQuery } from '../../../api/query-hooks.ts'
import { withSignIn } from '../../../api/reauthentication.ts'
import { uploadFormData } from '../../../api/upload-form-data.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FileDropZone } from '../../../ui/file-drop-zone.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

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

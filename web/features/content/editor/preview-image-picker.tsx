import { ImagePlus, X } from 'lucide-react'
import { limits } from '../../../../contract/limits.ts'
import { formatBytes } from '../../../../domain/bytes-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FileDropZone } from '../../../ui/file-drop-zone.tsx'
import { toast } from '../../../ui/toast.ts'

/** The image formats that the server can re-encode; others are rejected. */
const acceptedImageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

/** `file` is missing when the server has the image already. */
type PreviewImagePickerProps = {
  image: { url: string; file?: File } | undefined
  onChange: (file: File | undefined) => void
}

/** The preview image on the tip page. */
export function PreviewImagePicker({ image, onChange }: PreviewImagePickerProps) {
  return (
    <Field label="Preview image" name="previewImage" isOptional hint={image?.file?.name}>
      <div className="relative">
        <FileDropZone
          accept={acceptedImageTypes.join(',')}
          onPick={(file) => isAcceptedImage(file) && onChange(file)}
          className={image ? 'overflow-clip rounded-md' : 'rounded-md border-dashed px-5 py-4'}
        >
          {(isDragOver) =>
            image ? (
              <img
                src={image.url}
                alt="Your preview"
                className="mx-auto block max-h-[400px] max-w-full object-contain"
              />
            ) : (
              <p className="flex items-center gap-3 text-ink-soft">
                <ImagePlus aria-hidden className="size-6 shrink-0 text-brand" />
                {isDragOver ? 'Drop your file here!' : 'Add a cover image'}
              </p>
            )
          }
        </FileDropZone>
        {image && (
          <Button
            variant="inverse"
            size="sm"
            className="absolute! top-3 right-3"
            onClick={({ currentTarget }) => {
              currentTarget.parentElement?.querySelector('input')?.focus()
              onChange(undefined)
            }}
          >
            <X aria-hidden />
            Remove
          </Button>
        )}
      </div>
    </Field>
  )
}

function isAcceptedImage({ type, size }: File): boolean {
  if (!acceptedImageTypes.includes(type)) {
    toast({
      title: 'That file isn’t an image',
      description: 'Please choose a JPEG, PNG, WebP, GIF or AVIF image.',
      tone: 'destructive',
    })
    return false
  }
  if (size <= limits.maxPreviewBytes) return true
  const description = `Maximum image size is ${formatBytes(limits.maxPreviewBytes)}`
  toast({ title: 'Image too large', description, tone: 'destructive' })
  return false
}

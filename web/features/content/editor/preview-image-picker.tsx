import { Crosshair, ImagePlus, X } from 'lucide-react'
import { limits } from '../../../../contract/limits.ts'
import type { PreviewFocus } from '../../../../contract/preview-image.ts'
import { formatBytes } from '../../../../domain/bytes-text.ts'
import { ContentCover } from '../../../shared/content-cover.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FileDropZone } from '../../../ui/file-drop-zone.tsx'
import { toast } from '../../../ui/toast.ts'
import { center } from './focal-point.ts'
import { FocalPointPicker } from './focal-point-picker.tsx'

/** The image formats that the server can re-encode; others are rejected. */
const acceptedImageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

/** `file` is missing when the server has the image already. */
type PreviewImagePickerProps = {
  image: { url: string; file?: File } | undefined
  onChange: (file: File | undefined) => void
  focus: PreviewFocus
  onFocusChange: (focus: PreviewFocus) => void
}

/** The preview image on the tip page, and the point that stays visible where it is cropped. */
export function PreviewImagePicker({ image, onChange, focus, onFocusChange }: PreviewImagePickerProps) {
  const hint = image && 'Drag the dot to what should stay visible where the image is cropped.'
  return (
    <Field label="Preview image" name="previewImage" isOptional hint={hint}>
      {image && (
        <div className="rounded-md border border-line-strong bg-sunken">
          <FocalPointPicker focus={focus} onFocusChange={onFocusChange}>
            <img
              src={image.url}
              alt="Your preview"
              draggable={false}
              className="block max-h-[400px] max-w-full rounded-[5px] object-contain"
            />
          </FocalPointPicker>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <FileDropZone
          accept={acceptedImageTypes.join(',')}
          onPick={(file) => isAcceptedImage(file) && onChange(file)}
          className={
            image
              ? 'grid min-h-11 place-items-center rounded-full border px-[18px] font-semibold'
              : 'w-full rounded-md border-[1.5px] border-dashed px-5 py-4'
          }
        >
          {(isDragOver) =>
            image ? (
              <span>{isDragOver ? 'Drop your file here!' : 'Change image'}</span>
            ) : (
              <p className="flex items-center gap-3 text-ink-soft">
                <ImagePlus aria-hidden className="size-6 shrink-0 text-brand" />
                {isDragOver ? 'Drop your file here!' : 'Add a cover image'}
              </p>
            )
          }
        </FileDropZone>
        {image && (
          <ImageActions focus={focus} onFocusChange={onFocusChange} onRemove={() => onChange(undefined)} />
        )}
        {image && (
          <ContentCover
            seed=""
            image={image.url}
            focus={focus}
            alt="Cropped to a square"
            className="ml-auto aspect-square w-14 rounded-[12px]"
          />
        )}
      </div>
    </Field>
  )
}

type ImageActionsProps = Pick<PreviewImagePickerProps, 'focus' | 'onFocusChange'> & { onRemove: () => void }

function ImageActions({ focus, onFocusChange, onRemove }: ImageActionsProps) {
  const isCentered = focus.x === center.x && focus.y === center.y
  return (
    <>
      <Button variant="tertiary" aria-disabled={isCentered} onClick={() => onFocusChange(center)}>
        <Crosshair aria-hidden />
        Center
      </Button>
      <Button
        variant="tertiary"
        onClick={({ currentTarget }) => {
          currentTarget.parentElement?.querySelector('input')?.focus()
          onRemove()
        }}
      >
        <X aria-hidden />
        Remove
      </Button>
    </>
  )
}

function isAcceptedImage({ name, type, size }: File): boolean {
  if (!acceptedImageTypes.includes(type)) {
    // Browsers know the type of this format by its name only, and not all of them do.
    const isHeic = /\.hei[cf]$/i.test(name)
    toast({
      title: isHeic ? 'This is an iPhone photo (HEIC)' : 'That file isn’t an image',
      description: isHeic
        ? 'Most browsers can’t show it. Export it as JPEG and choose that file.'
        : 'Please choose a JPEG, PNG, WebP, GIF or AVIF image.',
      tone: 'destructive',
    })
    return false
  }
  if (size <= limits.maxPreviewBytes) return true
  const description = `Maximum image size is ${formatBytes(limits.maxPreviewBytes)}`
  toast({ title: 'Image too large', description, tone: 'destructive' })
  return false
}

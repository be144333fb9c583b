import { Crosshair, ImagePlus, X } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { PreviewFocus } from '../../contract/content.ts'
import { dictionary } from '../../contract/dictionary.ts'
import { limits } from '../../contract/limits.ts'
import type { Pond } from '../../contract/ponds.ts'
import { formatBytes } from '../../domain/format.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { FileDropZone } from '../ui/file-drop-zone.tsx'
import { toast } from '../ui/toast.ts'
import { ContentCover } from './content-cover.tsx'
import { center } from './preview-focus.ts'
import { PreviewImage } from './preview-image.tsx'

/** The image formats that the server can re-encode; others are rejected. */
const acceptedImageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

/** `file` is missing when the server has the image already. */
type PreviewImagePickerProps = {
  image: { url: string; file?: File } | undefined
  onChange: (file: File | undefined) => void
  focus: PreviewFocus
  onFocusChange: (focus: PreviewFocus) => void
  /** What is drawn without an image. */
  pond?: Pond
  /** The choice of its color. */
  tints?: ReactNode
}

/** The cover beside its actions: what is drawn without an image, or the image and the point that stays visible where it is cropped. */
export function PreviewImagePicker({
  image,
  onChange,
  focus,
  onFocusChange,
  pond,
  tints,
}: PreviewImagePickerProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-[216px_minmax(0,1fr)] sm:items-start">
      {image ? (
        <div className="rounded-md border border-line-strong bg-sunken">
          <FocalPointPicker focus={focus} onFocusChange={onFocusChange}>
            <img
              src={image.url}
              alt="Your preview"
              draggable={false}
              className="block max-h-[300px] max-w-full rounded-[5px] object-contain"
            />
          </FocalPointPicker>
        </div>
      ) : (
        pond && <ContentCover pond={pond} className="rounded-md" />
      )}
      <Field label="Cover" name="previewImage" isOptional>
        <p className="text-ink-soft">
          {image
            ? 'Drag the dot to what should stay visible where the image is cropped.'
            : 'Still water until you choose an image. 1600 × 1000 looks best. Other shapes are shown whole.'}
        </p>
        <div className="mt-1.5 flex flex-wrap items-center gap-2">
          <FileDropZone
            accept={acceptedImageTypes.join(',')}
            onPick={(file) => isAcceptedImage(file) && onChange(file)}
            className="grid min-h-11 place-items-center rounded-full border px-[18px] font-semibold"
          >
            {(isDragOver) => (
              <span className="flex items-center gap-2">
                <ImagePlus aria-hidden className="size-5 shrink-0" />
                {isDragOver ? 'Drop your file here!' : image ? 'Change image' : 'Choose an image'}
              </span>
            )}
          </FileDropZone>
          {image && (
            <ImageActions focus={focus} onFocusChange={onFocusChange} onRemove={() => onChange(undefined)} />
          )}
          {image && (
            <span className="cover ml-auto aspect-square w-14 rounded-[12px]">
              <PreviewImage
                src={image.url}
                alt="Cropped to a square"
                sizes="56px"
                focus={focus}
                className="absolute inset-0 size-full object-cover"
              />
            </span>
          )}
        </div>
        {tints}
      </Field>
    </div>
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

type FocalPointPickerProps = {
  focus: PreviewFocus
  onFocusChange: (focus: PreviewFocus) => void
  /** The whole image. */
  children: ReactNode
}

/** In percent of the image. */
const keyStep = 5
const arrowKeys: Record<string, PreviewFocus> = dictionary({
  ArrowLeft: { x: -keyStep, y: 0 },
  ArrowRight: { x: keyStep, y: 0 },
  ArrowUp: { x: 0, y: -keyStep },
  ArrowDown: { x: 0, y: keyStep },
})

/**
 * An image with a point on it that a press, a drag or the arrow keys move. Two range inputs hold the point for the form
 * and for screen readers; the four arrow keys work in both.
 */
function FocalPointPicker({ focus, onFocusChange, children }: FocalPointPickerProps) {
  const press = useRef<'none' | 'tap' | 'drag'>('none')

  function moveTo({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    onFocusChange({ x: toPercent((clientX - left) / width), y: toPercent((clientY - top) / height) })
  }

  // On a touch screen only the point is dragged: a finger on the image scrolls the page.
  function startDrag(event: PointerEvent<HTMLElement>) {
    const isOnPoint = event.target instanceof Element && event.target.closest('[data-focal-point]') !== null
    if (!event.isPrimary || event.button !== 0) return
    press.current = event.pointerType === 'mouse' || isOnPoint ? 'drag' : 'tap'
    if (press.current === 'drag') event.currentTarget.setPointerCapture(event.pointerId)
  }

  function moveByKey(event: KeyboardEvent) {
    const step = arrowKeys[event.key]
    if (!step) return
    event.preventDefault()
    onFocusChange({ x: clamp(focus.x + step.x), y: clamp(focus.y + step.y) })
  }

  return (
    <fieldset
      aria-label="Focal point"
      className="group relative mx-auto w-fit min-w-0 cursor-crosshair select-none"
      onPointerDown={startDrag}
      onPointerMove={(event) => press.current === 'drag' && moveTo(event)}
      onPointerUp={(event) => {
        if (press.current !== 'none') moveTo(event)
        press.current = 'none'
      }}
      onPointerCancel={() => {
        press.current = 'none'
      }}
      onKeyDown={moveByKey}
    >
      {children}
      <Coordinate
        name="previewFocusX"
        label="From the left"
        value={focus.x}
        onChange={(x) => onFocusChange({ ...focus, x })}
      />
      <Coordinate
        name="previewFocusY"
        label="From the top"
        value={focus.y}
        onChange={(y) => onFocusChange({ ...focus, y })}
      />
      <span
        aria-hidden
        data-focal-point
        className="absolute grid size-11 -translate-x-1/2 -translate-y-1/2 cursor-grab touch-none place-items-center rounded-full group-has-[input:focus-visible]:outline-2 group-has-[input:focus-visible]:outline-brand active:cursor-grabbing"
        style={{ left: `${focus.x}%`, top: `${focus.y}%` }}
      >
        <span className="size-7 rounded-full border-3 border-white bg-black/35 [box-shadow:0_0_0_1.5px_#000a,inset_0_0_0_1.5px_#0006]" />
      </span>
    </fieldset>
  )
}

type CoordinateProps = { name: string; label: string; value: number; onChange: (value: number) => void }

function Coordinate({ name, label, value, onChange }: CoordinateProps) {
  return (
    <input
      type="range"
      name={name}
      aria-label={label}
      aria-valuetext={`${value}%`}
      min={0}
      max={100}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      className="sr-only"
    />
  )
}

function toPercent(share: number): number {
  return clamp(Math.round(share * 100))
}

function clamp(percent: number): number {
  return Math.min(100, Math.max(0, percent))
}

export type ImagePreview = { file: File; url: string }

export function useImagePreview(
  initialFile?: File,
): [ImagePreview | undefined, (file: File | undefined) => void] {
  const [preview, setPreview] = useState<ImagePreview | undefined>(
    () => initialFile && { file: initialFile, url: URL.createObjectURL(initialFile) },
  )
  const selectImage = (file: File | undefined) => setPreview(file && { file, url: URL.createObjectURL(file) })

  // Revokes the object URL, which would keep the image in memory.
  useEffect(() => {
    if (preview) return () => URL.revokeObjectURL(preview.url)
  }, [preview])
  return [preview, selectImage]
}

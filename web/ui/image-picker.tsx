import { useRef } from 'react'
import { Button } from './button.tsx'

export type ImagePickerState = {
  error: string | undefined
  isUploading: boolean
  isRemoving: boolean
  onSelect: (file: File) => void
  remove: () => void
}

type ImagePickerProps = {
  /** The field's name, used in labels and messages: `Logo`. */
  label: string
  hint: string
  hasImage: boolean
  state: ImagePickerState
}

/** Buttons to upload and remove an image, and below them its hint or error. */
export function ImagePicker({ label, hint, hasImage, state }: ImagePickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const { error } = state
  const name = label.toLowerCase()
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" isLoading={state.isUploading} onClick={() => input.current?.click()}>
          {hasImage ? `Change ${name}` : `Choose a ${name}`}
        </Button>
        {hasImage && (
          <Button variant="tertiary" isLoading={state.isRemoving} onClick={state.remove}>
            Remove {name}
          </Button>
        )}
      </div>
      <p
        role={error ? 'alert' : undefined}
        className={error ? 'text-danger text-sm' : 'text-ink-faint text-sm'}
      >
        {error ?? hint}
      </p>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
        aria-label={label}
        className="hidden"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file) state.onSelect(file)
        }}
      />
    </>
  )
}

import { Plus } from 'lucide-react'
import type { Ref } from 'react'
import { Button, buttonVariants } from '../../../../../ui/button.tsx'

type AddLineProps = {
  inputRef?: Ref<HTMLInputElement>
  /** The element with the error of the list. */
  errorId?: string | undefined
  onFiles: (files: Array<File>) => void
  onAdd: (kind: 'link' | 'text') => void
}

/** The quiet line below what an item has: more files, a link or a text make it an item of several parts. */
export function AddLine({ inputRef, errorId, onFiles, onAdd }: AddLineProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 pl-1">
      <span id="add-to-item" className="text-ink-faint text-sm">
        Add to this item
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a line of a row */}
      <div role="group" aria-labelledby="add-to-item" className="flex flex-wrap">
        <span
          className={buttonVariants({
            variant: 'tertiary',
            size: 'sm',
            padding: 'none',
            className:
              'px-2.5 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-brand has-[input:focus-visible]:outline-offset-2',
          })}
        >
          <Plus aria-hidden />
          Files
          <input
            ref={inputRef}
            type="file"
            aria-invalid={errorId !== undefined || undefined}
            aria-describedby={errorId}
            multiple
            name="parts"
            aria-label="Files"
            title=""
            className="absolute inset-0 z-1 size-full cursor-pointer opacity-0"
            onChange={({ target }) => {
              const files = [...(target.files ?? [])]
              // An emptied input fires again when the same files are selected.
              target.value = ''
              if (files.length > 0) onFiles(files)
            }}
          />
        </span>
        <Button variant="tertiary" size="sm" padding="none" className="px-2.5" onClick={() => onAdd('link')}>
          <Plus aria-hidden />
          Link
        </Button>
        <Button variant="tertiary" size="sm" padding="none" className="px-2.5" onClick={() => onAdd('text')}>
          <Plus aria-hidden />
          Text
        </Button>
      </div>
    </div>
  )
}

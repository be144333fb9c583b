import { clsx } from 'clsx'
import { ArrowUpDown, CircleAlert, Plus } from 'lucide-react'
import {
  type DragEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { formatBytes } from '../../../../../../domain/format.ts'
import { Button } from '../../../../../ui/button.tsx'
import { FormErrorsContext } from '../../../../../ui/field.tsx'
import { pluralize } from '../../../../../ui/format.ts'
import { StorageNote } from '../file-picker.tsx'
import { addDropped } from './add-dropped.ts'
import { AddLine } from './add-line.tsx'
import { type AddedFile, selectedFiles } from './added-files.ts'
import { partsOf } from './entries.ts'
import { PartDialog } from './part-dialog.tsx'
import { totalBytes } from './part-labels.ts'
import { PartNotices } from './part-notices.tsx'
import { PartRows } from './part-rows.tsx'
import { UploadSummary } from './upload-summary.tsx'
import type { PartListState } from './use-part-list.ts'

type PartsEditorProps = {
  parts: PartListState
  /** How many people have bought the item. */
  buyers: number
  /** Whether what is new in the list gets a badge: the item is stored. */
  hasBadges: boolean
}

const singleLabels = { file: 'File', link: 'Link', text: 'Text' }

/** What an item is made of: files, links and texts, in sections, in order. */
export function PartsEditor({ parts, buyers, hasBadges }: PartsEditorProps) {
  const { queue } = parts
  const list = parts.list ?? []
  const live = partsOf(list)
  const [adding, setAdding] = useState<'link' | 'text'>()
  const [renaming, setRenaming] = useState<string>()
  const [isReordering, setIsReordering] = useState(false)
  const [announcement, announce] = useState('')
  const [only] = live
  const isSingle = live.length === 1 && list.length === 1
  const errorId = useId()
  const filesInput = useRef<HTMLInputElement>(null)
  const error = usePartsError(parts, filesInput)
  const bytes = totalBytes(live)

  function addSection() {
    const section = parts.newSection('')
    parts.update((now) => [...now, section])
    setRenaming(section.key)
  }

  return (
    <DropArea onDrop={(files) => parts.add(files)}>
      <UploadSummary
        rows={queue.rows}
        onPause={() => queue.pause(() => true)}
        onResume={() => queue.resume(() => true)}
      />
      <div className="grid gap-1.5">
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <h2 className="font-body! font-semibold! text-base tracking-normal!">
            {isSingle && only ? (
              singleLabels[only.kind]
            ) : (
              <>
                {pluralize(live.length, 'part')}
                {bytes > 0 && <span className="font-normal text-ink-faint"> {formatBytes(bytes)}</span>}
              </>
            )}
          </h2>
          {!isSingle && (
            <div className={isReordering ? 'flex' : '-mr-2 flex flex-wrap justify-end'}>
              {isReordering ? (
                <Button size="sm" onClick={() => setIsReordering(false)}>
                  Done
                </Button>
              ) : (
                <>
                  <Button
                    variant="tertiary"
                    size="sm"
                    padding="none"
                    className="px-2.5 sm:hidden"
                    onClick={() => setIsReordering(true)}
                  >
                    <ArrowUpDown aria-hidden />
                    Reorder
                  </Button>
                  <Button variant="tertiary" size="sm" padding="none" className="px-2.5" onClick={addSection}>
                    <Plus aria-hidden />
                    Add section
                  </Button>
                </>
              )}
            </div>
          )}
        </div>
        <PartNotices
          problems={parts.problems}
          duplicates={parts.duplicates}
          onDismiss={parts.dismissProblems}
          onAnswer={parts.answerDuplicate}
        />
        <PartRows
          parts={parts}
          buyers={buyers}
          hasBadges={hasBadges}
          isSingle={isSingle}
          isReordering={isReordering}
          renaming={renaming}
          onRenaming={setRenaming}
          announce={announce}
        />
        <p role="status" className={isReordering ? 'text-ink-faint text-sm' : 'sr-only'}>
          {announcement}
        </p>
        {error && (
          <p id={errorId} className="flex gap-1.5 text-danger text-sm">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {error}
          </p>
        )}
        <AddLine
          inputRef={filesInput}
          errorId={error === undefined ? undefined : errorId}
          onFiles={(files) => parts.add(selectedFiles(files))}
          onAdd={setAdding}
        />
        {queue.isBusy && (
          <p className="text-ink-faint text-sm">
            Keep this tab open until the upload ends. If it closes, we go on where it stopped.
          </p>
        )}
      </div>
      <StorageNote storage={parts.storage} />
      {adding && <PartDialog kind={adding} onClose={() => setAdding(undefined)} onSave={parts.addTyped} />}
    </DropArea>
  )
}

/** The error of the list. It disappears when the list changes, as that of a field does when it is edited. */
function usePartsError({ list }: PartListState, input: RefObject<HTMLInputElement | null>) {
  const shown = useRef(list)

  // Tells the form of the change, which is no input of a field.
  useEffect(() => {
    if (shown.current !== list) input.current?.dispatchEvent(new Event('input', { bubbles: true }))
    shown.current = list
  }, [list, input])
  return useContext(FormErrorsContext).parts
}

type DropAreaProps = {
  onDrop: (files: Array<AddedFile>) => void
  children: ReactNode
}

/** Files and folders can be dropped anywhere on the list. */
function DropArea({ onDrop, children }: DropAreaProps) {
  const [isDragOver, setIsDragOver] = useState(false)
  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setIsDragOver(false)
    const entries = [...event.dataTransfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
    if (entries.length > 0) addDropped(entries, onDrop)
    else if (event.dataTransfer.files.length > 0) onDrop(selectedFiles([...event.dataTransfer.files]))
  }

  return (
    <section
      aria-label="Parts of this item"
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setIsDragOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsDragOver(false)
      }}
      onDrop={handleDrop}
      className={clsx(
        'grid min-w-0 gap-3 rounded-md',
        isDragOver && 'outline-2 outline-brand outline-dashed outline-offset-8',
      )}
    >
      {children}
    </section>
  )
}

import { clsx } from 'clsx'
import { type DragEvent, type ReactNode, useState } from 'react'
import { useFieldControl } from './field.tsx'
import { toast } from './toast.ts'

type FileDropZoneProps = {
  /** With `multiple`, the other files follow the first. */
  onPick: (file: File, ...others: Array<File>) => void
  multiple?: boolean
  /** Receives what was dropped with a folder in it. Without it folders are refused. */
  onDropFolders?: (entries: Array<FileSystemEntry>) => void
  /** Accepted types for the browser's file dialog; any when omitted. */
  accept?: string
  className?: string
  children: (isDragOver: boolean) => ReactNode
}

/**
 * A drop zone that also opens the file dialog. A transparent file input covers it, so click, keyboard and screen
 * readers work natively.
 */
export function FileDropZone({
  onPick,
  multiple = false,
  onDropFolders,
  accept,
  className,
  children,
}: FileDropZoneProps) {
  const [isDragOver, setIsDragOver] = useState(false)
  const control = useFieldControl<{ id?: string; name?: string }>({})

  function pickFiles([file, ...others]: Array<File>) {
    if (file) onPick(file, ...others)
  }

  function handleDrop(event: DragEvent<HTMLInputElement>) {
    event.preventDefault()
    setIsDragOver(false)
    const items = [...event.dataTransfer.items]
    const entries = items.flatMap((item) => item.webkitGetAsEntry() ?? [])
    if (onDropFolders && entries.some(({ isDirectory }) => isDirectory)) return onDropFolders(entries)
    const dropped = [...event.dataTransfer.files].slice(0, multiple ? undefined : 1)
    const files = dropped.filter((_, index) => !items[index]?.webkitGetAsEntry()?.isDirectory)
    pickFiles(files)
    // A dropped file fires no input event itself; the form needs it to notice the change.
    event.currentTarget.dispatchEvent(new Event('input', { bubbles: true }))
    if (files.length === dropped.length) return
    toast({
      title: 'Folders can’t be uploaded',
      description: 'Zip it first, then upload the zip file.',
      tone: 'destructive',
    })
  }

  return (
    <div
      className={clsx(
        'moves relative hover:border-ink-faint has-[[aria-invalid=true]]:border-danger has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-brand has-[input:focus-visible]:outline-offset-4',
        className,
        isDragOver ? 'border-brand bg-brand-soft' : 'border-line-strong bg-surface',
      )}
    >
      {children(isDragOver)}
      <input
        {...control}
        type="file"
        accept={accept}
        multiple={multiple}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onDragEnter={() => setIsDragOver(true)}
        onDragLeave={() => setIsDragOver(false)}
        onDrop={handleDrop}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // An emptied input fires again when the same files are selected.
          target.value = ''
          pickFiles(files)
        }}
      />
    </div>
  )
}

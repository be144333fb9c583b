import { type DragEvent, type ReactNode, useState } from 'react'
import { cn } from '../../ui/cn.ts'
import { useControl } from '../../ui/field-context.ts'
import { toast } from '../../ui/toast.ts'

type DropAreaProps = {
  onPick: (file: File) => void
  /** Types for the browser's file dialog; any when left out. */
  accept?: string
  className?: string
  children: (over: boolean) => ReactNode
}

/**
 * An area to drop a file on or to press for choosing one. The file input lies unseen over all of it, so pressing, the
 * keyboard and screen readers are the browser's own.
 */
export function DropArea({ onPick, accept, className, children }: DropAreaProps) {
  const [over, setOver] = useState(false)
  const control = useControl<{ id?: string; name?: string }>({})

  function drop(event: DragEvent<HTMLInputElement>) {
    event.preventDefault()
    setOver(false)
    const [item] = event.dataTransfer.items
    const [file] = event.dataTransfer.files
    if (!file) return
    if (!item?.webkitGetAsEntry()?.isDirectory) return onPick(file)
    toast({ title: 'This is a folder', text: 'Pack it into one file first.', tone: 'destructive' })
  }

  return (
    <div
      className={cn(
        'moves relative border-[1.5px] border-line-strong bg-surface hover:border-ink-faint has-[[aria-invalid=true]]:border-danger has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-brand has-[input:focus-visible]:outline-offset-4',
        className,
        over && 'border-brand bg-brand-soft',
      )}
    >
      {children(over)}
      <input
        {...control}
        type="file"
        accept={accept}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // We hold the file; an empty input lets the same one be picked again.
          target.value = ''
          if (file) onPick(file)
        }}
      />
    </div>
  )
}

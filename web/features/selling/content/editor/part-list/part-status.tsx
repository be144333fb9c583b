import type { ReactNode } from 'react'
import { percent } from '../../upload-progress.ts'
import type { QueuedFile } from '../../upload-queue.ts'
import type { PartEntry } from './entries.ts'
import { describePart } from './part-labels.ts'

type PartStatusProps = {
  part: PartEntry
  row: QueuedFile | undefined
  onRetry: () => void
  /** Opens the browser's dialog for a file of this part. */
  onSelectFile: () => void
}

/** The second line of a part's row: what it is, how far its upload is, or what to do when it stopped. */
export function PartStatus({ part, row, onRetry, onSelectFile }: PartStatusProps) {
  const { unfinished, kind, file, isLost } = part
  if (unfinished) {
    const state = stoppedText({ loaded: unfinished.loaded, total: unfinished.size })
    return (
      <ErrorLine action="Select the file" onAction={onSelectFile}>
        {state} Select the file again to continue.
      </ErrorLine>
    )
  }
  if (isLost)
    return (
      <ErrorLine action="Select the file" onAction={onSelectFile}>
        We can’t find this file. Please upload it again.
      </ErrorLine>
    )
  if (kind === 'file' && !file)
    return (
      <ErrorLine action="Select a file" onAction={onSelectFile}>
        No file yet.
      </ErrorLine>
    )
  if (row?.state === 'failed')
    return (
      <ErrorLine action="Try Again" onAction={onRetry}>
        {stoppedText({ loaded: row.loaded, total: row.size })} {row.errorMessage}
      </ErrorLine>
    )
  if (row && isMoving(row)) return <MovingBar row={row} />
  const prefix = row?.state === 'waiting' ? 'Waiting' : row?.state === 'paused' ? pausedText(row) : ''
  return (
    <p className="wrap-anywhere text-ink-faint text-sm">
      {[prefix, describePart(part)].filter(Boolean).join(' · ')}
    </p>
  )
}

const isMoving = ({ state }: QueuedFile) => state === 'sending' || state === 'reconnecting'

function MovingBar({ row }: { row: QueuedFile }) {
  const { name, size, loaded, state } = row
  return (
    <div className="flex max-w-[340px] items-center gap-2.5 pt-0.5">
      <progress
        aria-label={`Uploading ${name}`}
        max={1}
        value={loaded / size}
        className="bar-progress h-1.5! min-w-0 flex-1"
      />
      <span className="whitespace-nowrap text-ink-faint text-sm">
        {state === 'reconnecting' && 'Waiting at '}
        {percent({ loaded, total: size })}%
      </span>
    </div>
  )
}

const pausedText = ({ loaded, size }: QueuedFile) =>
  loaded > 0 ? `Paused at ${percent({ loaded, total: size })}%` : 'Paused'

function stoppedText(sent: { loaded: number; total: number }): string {
  return sent.loaded > 0 ? `Stopped at ${percent(sent)}%.` : 'Stopped.'
}

type ErrorLineProps = { children: ReactNode; action: string; onAction: () => void }

function ErrorLine({ children, action, onAction }: ErrorLineProps) {
  return (
    <p className="wrap-anywhere text-danger text-sm">
      {children}{' '}
      <button
        type="button"
        onClick={onAction}
        className="relative font-semibold underline underline-offset-3 after:absolute after:-inset-x-2 after:-inset-y-2.5 after:content-['']"
      >
        {action}
      </button>
    </p>
  )
}

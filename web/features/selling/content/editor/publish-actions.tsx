import { clsx } from 'clsx'
import { Pause, Play } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { editorBar } from '../../../../shared/editor-layout.ts'
import { Button } from '../../../../ui/button.tsx'
import { percent, progressLabel, type UploadProgress, waitSentences } from '../upload-progress.ts'

type PublishActionsProps = {
  progress: UploadProgress | undefined
  hasFile: boolean
  onPause: () => void
  onResume: () => void
  onCancel: () => void
  /** The labels of the two buttons. */
  labels?: { publish: string; draft: string }
  cancelLabel?: string
  /** What happens once the files have arrived. */
  note?: ReactNode
}

const newContentLabels = { publish: 'Publish & Create Tip Link', draft: 'Save as Draft' }

/**
 * The publish button, or the upload's progress. The pressed button stays in the DOM and keeps the focus. The second
 * one has a key; without it, React would reuse the element, and a click on Cancel would also save a draft.
 */
export function PublishActions({
  progress,
  hasFile,
  onPause,
  onResume,
  onCancel,
  labels = newContentLabels,
  cancelLabel = 'Cancel upload',
  note,
}: PublishActionsProps) {
  const publish = useRef<HTMLButtonElement>(null)
  const isUploadingFile = progress !== undefined && hasFile
  const isPaused = progress?.state === 'paused'
  function cancel() {
    publish.current?.focus()
    onCancel()
  }

  return (
    <div className={editorBar}>
      <Button
        ref={publish}
        // The fields of a form that waits are not to be read again.
        type={isPaused ? 'button' : 'submit'}
        onClick={isPaused ? onResume : undefined}
        name="status"
        value="published"
        fullWidth
        className="max-lg:flex-1"
        isLoading={progress !== undefined && !isPaused}
      >
        {isUploadingFile ? progressButtonLabel(progress) : labels.publish}
      </Button>
      {!progress && (
        <Button
          key="draft"
          type="submit"
          name="status"
          value="draft"
          variant="secondary"
          padding="none"
          className="max-lg:-order-1 px-4 max-lg:border-transparent max-sm:px-2 lg:w-full"
        >
          {labels.draft}
        </Button>
      )}
      {progress && (
        <div
          key="sending"
          className="max-lg:-order-1 flex gap-2 lg:grid lg:auto-cols-fr lg:grid-flow-col lg:gap-3"
        >
          {isUploadingFile && progress.state !== 'saving' && (
            <Button variant="secondary" onClick={isPaused ? onResume : onPause}>
              {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
              {isPaused ? 'Resume' : 'Pause'}
            </Button>
          )}
          <Button key="cancel" variant="secondary" onClick={cancel}>
            {cancelLabel}
          </Button>
        </div>
      )}
      {isUploadingFile && (
        <p className="w-full text-center text-ink-faint text-sm lg:hidden">{progressLabel(progress)}</p>
      )}
      {note && (
        <p
          className={clsx(
            'w-full text-balance text-center text-ink-faint text-sm',
            isUploadingFile && 'max-lg:hidden',
          )}
        >
          {note}
        </p>
      )}
      <p role="status" className="sr-only">
        {isUploadingFile && progressAnnouncement(progress)}
      </p>
    </div>
  )
}

function progressButtonLabel(progress: UploadProgress): string {
  const statusText = { sending: 'Uploading', saving: 'Uploading', paused: 'Paused at', waiting: 'Waiting at' }
  return `${statusText[progress.state]} ${percent(progress)}%`
}

/** Announced to screen readers at every quarter, not every percent. */
function progressAnnouncement(progress: UploadProgress): string {
  if (progress.state === 'waiting') return waitSentences[progress.waitsFor ?? 'connection']
  if (progress.state === 'paused') return 'Upload paused.'
  const quarter = Math.floor(percent(progress) / 25) * 25
  return quarter === 100 ? 'Uploaded. Saving…' : `Uploading: ${quarter} percent`
}

type RestoredDraftBarProps = { children: ReactNode; discardLabel: string; onDiscard: () => void }

export function RestoredDraftBar({ children, discardLabel, onDiscard }: RestoredDraftBarProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-sunken px-4 py-2.5">
      <p className="wrap-anywhere min-w-0 flex-1 basis-60">{children}</p>
      <Button variant="secondary" size="sm" onClick={onDiscard}>
        {discardLabel}
      </Button>
    </div>
  )
}

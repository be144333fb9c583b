import { Pause, Play } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { type Progress, percent, progressWords, waitSentences } from './progress-words.ts'

type ActionsProps = {
  progress: Progress | undefined
  hasFile: boolean
  onPause: () => void
  onResume: () => void
  onCancel: () => void
  /** What the two buttons say: the one that publishes, and the one that keeps to oneself. */
  words?: { publish: string; draft: string }
}

const newItem = { publish: 'Publish & Create Tip Link', draft: 'Save as Draft' }

/**
 * Publishing, or how far it has come. The pressed button stays, and keeps the focus. The second one has a key: were it the
 * same element, the press that cancels would go on to save a draft.
 */
export function Actions({ progress, hasFile, onPause, onResume, onCancel, words = newItem }: ActionsProps) {
  const publish = useRef<HTMLButtonElement>(null)
  const sendsFile = progress !== undefined && hasFile
  const isPaused = progress?.state === 'paused'
  function cancel() {
    publish.current?.focus()
    onCancel()
  }

  return (
    <div className="grid gap-3">
      <Button
        ref={publish}
        type="submit"
        name="status"
        value="published"
        block
        busy={progress !== undefined && !isPaused}
        disabled={isPaused}
      >
        {sendsFile ? labelOf(progress) : words.publish}
      </Button>
      {!progress && (
        <Button key="draft" type="submit" name="status" value="draft" variant="ghost" block>
          {words.draft}
        </Button>
      )}
      {progress && (
        <div key="sending" className="grid auto-cols-fr grid-flow-col gap-3">
          {sendsFile && progress.state !== 'saving' && (
            <Button variant="ghost" onClick={isPaused ? onResume : onPause}>
              {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
              {isPaused ? 'Resume' : 'Pause'}
            </Button>
          )}
          <Button key="cancel" variant="ghost" onClick={cancel}>
            Cancel Upload
          </Button>
        </div>
      )}
      {sendsFile && <p className="text-center text-ink-faint text-sm lg:hidden">{progressWords(progress)}</p>}
      <p role="status" className="sr-only">
        {sendsFile && spoken(progress)}
      </p>
    </div>
  )
}

function labelOf(progress: Progress): string {
  const doing = { sending: 'Uploading', saving: 'Uploading', paused: 'Paused at', waiting: 'Waiting at' }
  return `${doing[progress.state]} ${percent(progress)}%`
}

/** Read out at every quarter, not at every percent. */
function spoken(progress: Progress): string {
  if (progress.state === 'waiting') return waitSentences[progress.waitsFor ?? 'connection']
  if (progress.state === 'paused') return 'Upload paused.'
  const quarter = Math.floor(percent(progress) / 25) * 25
  return quarter === 100 ? 'All sent. Saving it.' : `Uploading: ${quarter} percent`
}

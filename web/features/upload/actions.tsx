import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { type Progress, percent, progressWords } from './progress-words.ts'

type ActionsProps = { progress: Progress | undefined; hasFile: boolean; onCancel: () => void }

/**
 * Publishing, or how far it has come. The pressed button stays, and keeps the focus. The second one has a key: were it the
 * same element, the press that cancels would go on to save a draft.
 */
export function Actions({ progress, hasFile, onCancel }: ActionsProps) {
  const publish = useRef<HTMLButtonElement>(null)
  function cancel() {
    publish.current?.focus()
    onCancel()
  }

  return (
    <div className="grid gap-3">
      <Button ref={publish} type="submit" name="status" value="published" block busy={progress !== undefined}>
        {progress && hasFile ? `Uploading ${percent(progress)}%` : 'Publish & Create Tip Link'}
      </Button>
      {progress ? (
        <Button key="cancel" variant="ghost" block onClick={cancel}>
          Cancel Upload
        </Button>
      ) : (
        <Button key="draft" type="submit" name="status" value="draft" variant="ghost" block>
          Save as Draft
        </Button>
      )}
      {progress && hasFile && (
        <p className="text-center text-ink-faint text-sm lg:hidden">{progressWords(progress)}</p>
      )}
      <p role="status" className="sr-only">
        {progress && hasFile && spoken(progress)}
      </p>
    </div>
  )
}

/** Read out at every quarter, not at every percent. */
function spoken(progress: Progress): string {
  const quarter = Math.floor(percent(progress) / 25) * 25
  return quarter === 100 ? 'All sent. Saving it.' : `Uploading: ${quarter} percent`
}

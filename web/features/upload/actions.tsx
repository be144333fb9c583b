import { Button } from '../../ui/button.tsx'
import { type Progress, percent, progressWords } from './progress-words.ts'

type ActionsProps = { progress: Progress | undefined; hasFile: boolean; onCancel: () => void }

/** Publishing, or how far it has come. The pressed button stays, and keeps the focus. */
export function Actions({ progress, hasFile, onCancel }: ActionsProps) {
  return (
    <div className="grid gap-3">
      <Button type="submit" name="status" value="published" block busy={progress !== undefined}>
        {progress && hasFile ? `Uploading ${percent(progress)}%` : 'Publish & Create Tip Link'}
      </Button>
      {progress ? (
        <Button variant="ghost" block onClick={onCancel}>
          Cancel Upload
        </Button>
      ) : (
        <Button type="submit" name="status" value="draft" variant="ghost" block>
          Save as Draft
        </Button>
      )}
      {progress && hasFile && <p className="text-center text-ink-faint text-sm">{progressWords(progress)}</p>}
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

import { Pause, Play } from 'lucide-react'
import { Button } from '../../../../../ui/button.tsx'
import { transferLabel } from '../../upload-progress.ts'
import type { QueuedFile } from '../../upload-queue.ts'
import { countUploaded, overallProgress } from './overall-progress.ts'

type UploadSummaryProps = {
  rows: ReadonlyArray<QueuedFile>
  onPause: () => void
  onResume: () => void
}

/** One line for all uploads of the item, while there are any. */
export function UploadSummary({ rows, onPause, onResume }: UploadSummaryProps) {
  const progress = overallProgress(rows)
  const count = countUploaded(rows)
  const isPaused = progress?.state === 'paused'
  return (
    <>
      <p role="status" className="sr-only">
        {rows.length > 0 && count}
      </p>
      {progress && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-md bg-sunken px-4 py-3.5">
          <div className="grid min-w-0 flex-1 basis-60 gap-2">
            <p className="flex flex-wrap justify-between gap-x-3">
              <b className="font-semibold">{count}</b>
              <span className="text-ink-soft text-sm">{transferLabel(progress)}</span>
            </p>
            <progress
              aria-label={count}
              max={1}
              value={progress.loaded / progress.total}
              className="bar-progress h-1.5! bg-line! [&::-webkit-progress-bar]:bg-line"
            />
          </div>
          <Button variant="secondary" size="sm" onClick={isPaused ? onResume : onPause}>
            {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
        </div>
      )}
    </>
  )
}

import { Copy, Pause, Play, X } from 'lucide-react'
import { useState } from 'react'
import { formatBytes } from '../../../../domain/bytes-text.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { type BulkFile, canPause, isActive } from './bulk-queue.ts'
import { copyAllTipLinks } from './published-links.tsx'

type BulkProgressProps = {
  rows: Array<BulkFile>
  onPause: () => void
  onResume: () => void
  onCancel: () => void
}

/** The progress of all files, and actions for all of them. */
export function BulkProgress({ rows, onPause, onResume, onCancel }: BulkProgressProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const totalBytes = rows.reduce((sum, { size }) => sum + size, 0)
  const sentBytes = rows.reduce((sum, row) => sum + (row.state === 'done' ? row.size : row.loaded), 0)
  const isBusy = rows.some(isActive)
  const published = rows.filter(({ content }) => content?.status === 'published').length
  return (
    <div className="grid gap-4 border-line border-b px-4 py-5 sm:px-5">
      <Progress
        label={progressSummary(rows)}
        value={totalBytes === 0 ? 0 : sentBytes / totalBytes}
        detail={`${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`}
      />
      <p role="status" className="sr-only">
        {progressSummary(rows)}
      </p>
      <div className="flex flex-wrap gap-3">
        {rows.some(canPause) && (
          <Button variant="secondary" size="sm" onClick={onPause}>
            <Pause aria-hidden />
            Pause all
          </Button>
        )}
        {rows.some(({ state }) => state === 'paused') && (
          <Button variant="secondary" size="sm" onClick={onResume}>
            <Play aria-hidden />
            Resume all
          </Button>
        )}
        {isBusy && (
          <Button variant="secondary" size="sm" onClick={() => setIsConfirming(true)}>
            <X aria-hidden />
            Cancel all
          </Button>
        )}
        {published > 0 && !isBusy && (
          <Button variant="secondary" size="sm" onClick={() => void copyAllTipLinks(rows)}>
            <Copy aria-hidden />
            {published === 1 ? 'Copy link' : `Copy all ${published} links`}
          </Button>
        )}
        {rows.every(({ state }) => state === 'done') && (
          <LinkButton size="sm" href="/">
            Go to dashboard
          </LinkButton>
        )}
      </div>
      <ConfirmDialog
        open={isConfirming && isBusy}
        onOpenChange={setIsConfirming}
        title="Cancel all uploads?"
        description="Unfinished uploads will be deleted. Files you’ve already published stay."
        confirmLabel="Cancel all uploads"
        onConfirm={() => {
          setIsConfirming(false)
          onCancel()
        }}
      />
    </div>
  )
}

/** `3 of 5 done · 1 failed` */
function progressSummary(rows: Array<BulkFile>): string {
  const failed = rows.filter(({ state }) => state === 'failed').length
  const done = rows.filter(({ state }) => state === 'done').length
  return `${done} of ${rows.length} done${failed > 0 ? ` · ${failed} failed` : ''}`
}

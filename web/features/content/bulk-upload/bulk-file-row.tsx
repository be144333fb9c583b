import { CircleAlert, Pause, Play, RotateCcw, X } from 'lucide-react'
import { limits } from '../../../../contract/limits.ts'
import { formatBytes } from '../../../../domain/bytes-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { Input } from '../../../ui/input.tsx'
import { fileExtension } from '../editor/file-picker.tsx'
import { percent, progressLabel } from '../upload-progress.ts'
import { type BulkFile, canPause, isEditable, toUploadProgress } from './bulk-queue.ts'
import { titleFieldName } from './bulk-schema.ts'
import { PublishedLinks } from './published-links.tsx'

type BulkFileRowProps = {
  row: BulkFile
  /** The title that was typed before. */
  title: string | undefined
  onPause: () => void
  onResume: () => void
  onCancel: () => void
  onRetry: () => void
}

/** A file: its title, progress and actions. */
export function BulkFileRow({ row, title, onPause, onResume, onCancel, onRetry }: BulkFileRowProps) {
  const { name, state } = row
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 px-4 py-4 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:px-5">
      <IconTile className="max-sm:hidden">{fileExtension(name)}</IconTile>
      <div className="grid min-w-0 gap-2 last:col-span-2">
        {isEditable(row) ? (
          <Field label={`Title for ${name}`} name={titleFieldName(row)} className="[&>label]:wrap-anywhere">
            <Input maxLength={limits.maxTitleLength} autoComplete="off" defaultValue={title ?? row.title} />
          </Field>
        ) : (
          <div>
            <p className="wrap-anywhere font-semibold">{row.title}</p>
            <p className="wrap-anywhere text-ink-faint text-sm">{name}</p>
          </div>
        )}
        <FileStatus row={row} />
        {state === 'done' && <PublishedLinks row={row} />}
        {state === 'failed' && (
          <Button
            variant="secondary"
            size="sm"
            className="justify-self-start"
            onClick={onRetry}
            aria-label={`Try Again: ${name}`}
          >
            <RotateCcw aria-hidden />
            Try Again
          </Button>
        )}
      </div>
      {state !== 'done' && state !== 'saving' && (
        <div className="-mr-2.5 flex">
          {canPause(row) && (
            <Button variant="icon" title="Pause" aria-label={`Pause ${name}`} onClick={onPause}>
              <Pause aria-hidden />
            </Button>
          )}
          {state === 'paused' && (
            <Button variant="icon" title="Resume" aria-label={`Resume ${name}`} onClick={onResume}>
              <Play aria-hidden />
            </Button>
          )}
          <Button variant="icon" title="Cancel" aria-label={`Cancel ${name}`} onClick={onCancel}>
            <X aria-hidden />
          </Button>
        </div>
      )}
    </li>
  )
}

function FileStatus({ row }: { row: BulkFile }) {
  const { state, size, loaded, name, errorMessage } = row
  if (state === 'done') return null
  if (state === 'failed')
    return (
      <p className="flex gap-1.5 text-danger text-sm">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="wrap-anywhere min-w-0">{errorMessage}</span>
      </p>
    )
  if (state === 'ready' || state === 'waiting')
    return (
      <p className="text-ink-faint text-sm">
        {state === 'waiting' && 'Waiting · '}
        {formatBytes(size)}
        {loaded > 0 && ` · ${percent({ loaded, total: size })}% already uploaded`}
      </p>
    )
  return (
    <div className="grid gap-1.5">
      <progress aria-label={`Uploading ${name}`} max={1} value={loaded / size} className="bar-progress" />
      <p className="text-ink-faint text-sm">{progressLabel(toUploadProgress(row))}</p>
    </div>
  )
}

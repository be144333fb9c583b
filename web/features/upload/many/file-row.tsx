import { CircleAlert, Pause, Play, RotateCcw, X } from 'lucide-react'
import { limits } from '../../../../contract/limits.ts'
import { formatBytes } from '../../../../domain/bytes-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Tile } from '../../../ui/tile.tsx'
import { endingOf } from '../file-picker.tsx'
import { percent, progressWords } from '../progress-words.ts'
import { titleName } from './check-many.ts'
import { DoneLinks } from './done-links.tsx'
import { isOpen, mayPause, progressOf, type Row } from './rows.ts'

type FileRowProps = {
  row: Row
  /** What was typed as its title the last time. */
  title: string | undefined
  onPause: () => void
  onResume: () => void
  onCancel: () => void
  onRetry: () => void
}

/** One file: its title, how far it is, and what can be done about it. */
export function FileRow({ row, title, onPause, onResume, onCancel, onRetry }: FileRowProps) {
  const { name, state } = row
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 px-4 py-4 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:px-5">
      <Tile className="max-sm:hidden">{endingOf(name)}</Tile>
      <div className="grid min-w-0 gap-2 last:col-span-2">
        {isOpen(row) ? (
          <Field label={`Title of ${name}`} name={titleName(row)} className="[&>label]:wrap-anywhere">
            <Input maxLength={limits.title} autoComplete="off" defaultValue={title ?? row.title} />
          </Field>
        ) : (
          <div>
            <p className="wrap-anywhere font-semibold">{row.title}</p>
            <p className="wrap-anywhere text-ink-faint text-sm">{name}</p>
          </div>
        )}
        <How row={row} />
        {state === 'done' && <DoneLinks row={row} />}
        {state === 'failed' && (
          <Button
            variant="ghost"
            size="sm"
            className="justify-self-start"
            onClick={onRetry}
            aria-label={`Try again: ${name}`}
          >
            <RotateCcw aria-hidden />
            Try again
          </Button>
        )}
      </div>
      {state !== 'done' && state !== 'saving' && (
        <div className="-mr-2.5 flex">
          {mayPause(row) && (
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

function How({ row }: { row: Row }) {
  const { state, size, loaded, name, sentence } = row
  if (state === 'done') return null
  if (state === 'failed')
    return (
      <p className="flex gap-1.5 text-danger text-sm">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="wrap-anywhere min-w-0">{sentence}</span>
      </p>
    )
  if (state === 'ready' || state === 'waiting')
    return (
      <p className="text-ink-faint text-sm">
        {state === 'waiting' && 'Waiting · '}
        {formatBytes(size)}
        {loaded > 0 && ` · ${percent({ loaded, total: size })}% is here already`}
      </p>
    )
  return (
    <div className="grid gap-1.5">
      <progress aria-label={`Uploading ${name}`} max={1} value={loaded / size} className="bar-progress" />
      <p className="text-ink-faint text-sm">{progressWords(progressOf(row))}</p>
    </div>
  )
}

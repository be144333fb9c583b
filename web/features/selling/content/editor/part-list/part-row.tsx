import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, Check, Ellipsis, GripVertical, X } from 'lucide-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { limits } from '../../../../../../contract/limits.ts'
import { Badge } from '../../../../../ui/badge.tsx'
import { Button } from '../../../../../ui/button.tsx'
import { Menu } from '../../../../../ui/menu.tsx'
import type { QueuedFile } from '../../upload-queue.ts'
import type { PartEntry } from './entries.ts'
import { InlineName } from './inline-name.tsx'
import { PartTile } from './part-icon.tsx'
import { removedNote } from './part-labels.ts'
import { type PartAction, PartMenuItems } from './part-menu.tsx'
import { PartStatus } from './part-status.tsx'

export type PartRowProps = {
  part: PartEntry
  /** From 1. */
  position: number
  row: QueuedFile | undefined
  /** The only part has no handle, number or menu. */
  isOnly: boolean
  isLifted: boolean
  /** While a row is lifted, the pointer is not there to press what is in others. */
  isDragging: boolean
  isRenaming: boolean
  /** On a phone Up and Down take the place of the menus. */
  isReordering: boolean
  canMoveUp: boolean
  canMoveDown: boolean
  /** Of an item that is for sale: `New`, `New version`. */
  badge: string | undefined
  nameProblemOf: (name: string) => string | undefined
  gripProps: {
    'aria-pressed': boolean
    onPointerDown: (event: PointerEvent) => void
    onKeyDown: (event: KeyboardEvent) => void
    onBlur: () => void
  }
  onAction: (action: PartAction) => void
  onRename: (name: string | undefined) => void
  onRetry: () => void
}

/** A part in the list, with what can be done with it. */
export function PartRow(props: PartRowProps) {
  const { part, position, row, isOnly, isLifted, isRenaming, isReordering, onAction, onRename } = props
  const { name } = part
  const isFailed = row?.state === 'failed' || part.unfinished !== undefined || part.isLost === true
  const hasArrived = row ? row.state === 'done' : !part.unfinished
  const isChecked = hasArrived && !isFailed && !props.badge && !isReordering && part.id === undefined
  return (
    <li data-key={part.key} className={clsx('group', rowClass, isLifted ? liftedClass : restingClass)}>
      {!isOnly && (
        <button
          type="button"
          aria-label={`Reorder ${name}`}
          title="Drag to reorder"
          className="-mr-1 -ml-1 grid h-11 w-7 flex-none cursor-grab touch-none place-items-center rounded-sm text-ink-faint hover:text-ink active:cursor-grabbing max-sm:hidden"
          {...props.gripProps}
        >
          <GripVertical aria-hidden className="size-5" />
        </button>
      )}
      {!isOnly && <span className="w-5 flex-none text-right text-ink-faint text-sm">{position}</span>}
      <PartTile part={part} tone={isFailed ? 'failed' : hasArrived ? 'ready' : 'pending'} />
      <div className="grid min-w-0 flex-1">
        {isRenaming ? (
          <InlineName
            label={`Name of ${name}`}
            name={name}
            maxLength={limits.maxFileNameLength}
            problemOf={props.nameProblemOf}
            onSave={onRename}
            onCancel={() => onRename(undefined)}
          />
        ) : (
          <span className="wrap-anywhere font-semibold leading-[1.35]">
            {isOnly ? (part.file?.name ?? name) : name}
          </span>
        )}
        {!isReordering && !isRenaming && (
          <PartStatus
            part={part}
            row={row}
            onRetry={props.onRetry}
            onSelectFile={() => onAction('replace')}
          />
        )}
      </div>
      {props.badge && !isReordering && <Badge className="flex-none">{props.badge}</Badge>}
      {isChecked && (
        <span title="Uploaded" className="grid w-6 flex-none place-items-center text-brand">
          <Check aria-hidden className="size-4" />
          <span className="sr-only">Uploaded</span>
        </span>
      )}
      {!isOnly && !isRenaming && (
        <UpAndDown {...props} isBesideCheck={isChecked} isOverAction={isFailed || props.isDragging} />
      )}
      {isOnly ? <OnlyPartActions part={part} onAction={onAction} /> : <RowMenu {...props} />}
    </li>
  )
}

const rowClass =
  'relative flex min-h-[62px] focus-within:z-1 items-center gap-3 py-2 pr-2 pl-3 max-sm:gap-2.5 max-sm:pl-2 first:rounded-t-[13px] last:rounded-b-[13px]'
const restingClass =
  'border-line border-t bg-surface first:border-t-0 hover:bg-[color-mix(in_srgb,var(--surface-sunken)_55%,var(--surface))] focus-within:bg-[color-mix(in_srgb,var(--surface-sunken)_55%,var(--surface))]'
const liftedClass = 'z-2 -my-px -ml-2 mr-2 rounded-[12px] border border-brand bg-surface shadow-md'

/**
 * Beside the handle, for keys and touch. Shown over the end of the row when the pointer or the focus is in it, but not
 * under the pointer over what has to be pressed there.
 */
function UpAndDown({
  part: { name },
  isReordering,
  isBesideCheck,
  isOverAction,
  canMoveUp,
  canMoveDown,
  onAction,
}: PartRowProps & { isBesideCheck: boolean; isOverAction: boolean }) {
  return (
    <span
      className={clsx(
        'flex flex-none',
        !isReordering && [
          'pointer-events-none absolute inset-y-px items-center bg-inherit pl-1.5 opacity-0 focus-within:pointer-events-auto focus-within:opacity-100 max-sm:hidden',
          !isOverAction && 'group-hover:pointer-events-auto group-hover:opacity-100',
          isBesideCheck ? 'right-[88px]' : 'right-[52px]',
        ],
      )}
    >
      <Button
        variant="icon"
        aria-label={`Move ${name} up`}
        aria-disabled={!canMoveUp || undefined}
        onClick={() => canMoveUp && onAction('up')}
      >
        <ArrowUp aria-hidden />
      </Button>
      <Button
        variant="icon"
        aria-label={`Move ${name} down`}
        aria-disabled={!canMoveDown || undefined}
        onClick={() => canMoveDown && onAction('down')}
      >
        <ArrowDown aria-hidden />
      </Button>
    </span>
  )
}

function RowMenu({ part, isReordering, canMoveUp, canMoveDown, onAction }: PartRowProps) {
  if (isReordering) return null
  return (
    <Menu
      label={`More about ${part.name}`}
      button={<Ellipsis aria-hidden />}
      padding="none"
      className="size-11 flex-none"
    >
      {(wasOpened) =>
        wasOpened && (
          <PartMenuItems
            kind={part.kind}
            canMoveUp={canMoveUp}
            canMoveDown={canMoveDown}
            onAction={onAction}
          />
        )
      }
    </Menu>
  )
}

function OnlyPartActions({ part, onAction }: Pick<PartRowProps, 'part' | 'onAction'>) {
  const { kind, name, file } = part
  return (
    <span className="flex flex-none">
      <Button
        variant="tertiary"
        size="sm"
        padding="none"
        className="px-2.5"
        onClick={() => onAction(kind === 'file' ? 'replace' : 'edit')}
      >
        {kind === 'file' ? 'Replace' : 'Edit'}
      </Button>
      <Button
        variant="icon"
        title="Remove"
        aria-label={`Remove ${file?.name ?? name}`}
        onClick={() => onAction('remove')}
      >
        <X aria-hidden />
      </Button>
    </span>
  )
}

type RemovedRowProps = { part: PartEntry; buyers: number; onUndo: () => void }

/** A part that goes when the form is saved. */
export function RemovedRow({ part, buyers, onUndo }: RemovedRowProps) {
  return (
    <li data-key={part.key} className={clsx(rowClass, restingClass)}>
      <PartTile part={part} tone="pending" />
      <div className="grid min-w-0 flex-1">
        <span className="wrap-anywhere font-semibold text-ink-faint leading-[1.35] line-through">
          {part.name}
        </span>
        <p className="text-ink-faint text-sm">{removedNote(buyers, part.id !== undefined)}</p>
      </div>
      <Button variant="tertiary" size="sm" aria-label={`Undo removing ${part.name}`} onClick={onUndo}>
        Undo
      </Button>
    </li>
  )
}

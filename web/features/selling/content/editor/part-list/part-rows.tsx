import { type RefObject, useEffect, useRef, useState } from 'react'
import { useRowDrag } from '../../../../../shared/use-row-drag.ts'
import {
  canMoveBy,
  changePart,
  moveBy,
  moveToSection,
  type PartEntry,
  partNameProblem,
  partsOf,
  partsOfSection,
  placeSentence,
  renameSection,
  type SectionEntry,
  sectionNameProblem,
} from './entries.ts'
import { PartDialog } from './part-dialog.tsx'
import type { PartAction } from './part-menu.tsx'
import { PartRow, RemovedRow } from './part-row.tsx'
import { SectionDialog } from './section-dialog.tsx'
import { SectionRow } from './section-row.tsx'
import type { PartListState } from './use-part-list.ts'

type PartRowsProps = {
  parts: PartListState
  buyers: number
  hasBadges: boolean
  isSingle: boolean
  isReordering: boolean
  /** The key of the entry whose name is edited. */
  renaming: string | undefined
  onRenaming: (key: string | undefined) => void
  announce: (sentence: string) => void
}

/** The list itself: headings and parts, with what their menus, handles and arrows do. */
export function PartRows(props: PartRowsProps) {
  const { parts, buyers, hasBadges, isSingle, isReordering, renaming, onRenaming, announce } = props
  const { update, rowOf } = parts
  const list = parts.list ?? []
  const live = partsOf(list)
  const drag = useRowDrag({ list, onChange: update, announce, moveBy, placeSentence })
  const [dialog, setDialog] = useState<{ is: 'edit' | 'section'; key: string }>()
  const replaceInput = useRef<HTMLInputElement>(null)
  const replacedKey = useRef<string>(undefined)
  const focusAfterRender = useFocusAfterRender(drag.rows)
  const dialogPart = live.find(({ key }) => key === dialog?.key)

  function move(part: PartEntry, step: -1 | 1) {
    const moved = moveBy(list, part.key, step)
    update(() => moved)
    announce(placeSentence(moved, part.key))
  }

  function act(part: PartEntry, action: PartAction) {
    const { key } = part
    if (action === 'rename') return onRenaming(key)
    if (action === 'up') return move(part, -1)
    if (action === 'down') return move(part, 1)
    if (action === 'edit') return setDialog({ is: 'edit', key })
    if (action === 'move to section') return setDialog({ is: 'section', key })
    if (action === 'replace') {
      replacedKey.current = key
      return replaceInput.current?.click()
    }
    parts.remove(part)
    announce(`${part.name} was removed.`)
    focusAfterRender(key)
  }

  function rename(entry: PartEntry | SectionEntry, name: string | undefined) {
    const { key, type } = entry
    onRenaming(undefined)
    focusAfterRender(key)
    if (type === 'section') return update((now) => renameSection(now, key, name ?? entry.name))
    if (name) update((now) => changePart(now, key, { name }))
  }

  function moveToNewSection(part: PartEntry) {
    const section = parts.newSection('')
    update((now) => moveToSection([...now, section], part.key, section.key))
    onRenaming(section.key)
  }

  return (
    <>
      <ul
        ref={drag.rows}
        aria-label="Parts"
        className="rounded-md border border-line bg-surface shadow-sm empty:hidden"
      >
        {list.map((entry) => {
          const { key } = entry
          const isRenaming = renaming === key
          if (entry.type === 'section')
            return (
              <SectionRow
                key={key}
                section={entry}
                parts={partsOfSection(list, key)}
                isRenaming={isRenaming}
                nameProblemOf={(name) => sectionNameProblem(list, key, name)}
                onStartRename={() => onRenaming(key)}
                onRename={(name) => rename(entry, name)}
              />
            )
          if (entry.isRemoved)
            return (
              <RemovedRow
                key={key}
                part={entry}
                buyers={buyers}
                onUndo={() => {
                  parts.undoRemove(entry)
                  focusAfterRender(key)
                }}
              />
            )
          const row = rowOf(entry)
          return (
            <PartRow
              key={key}
              part={entry}
              position={live.indexOf(entry) + 1}
              row={row}
              isOnly={isSingle}
              isLifted={drag.liftedKey === key}
              isDragging={drag.liftedKey !== undefined}
              isRenaming={isRenaming}
              isReordering={isReordering}
              canMoveUp={canMoveBy(list, key, -1)}
              canMoveDown={canMoveBy(list, key, 1)}
              badge={hasBadges ? badgeOf(entry) : undefined}
              nameProblemOf={(name) => partNameProblem(list, key, name)}
              gripProps={drag.gripProps(key)}
              onAction={(action) => act(entry, action)}
              onRename={(name) => rename(entry, name)}
              onRetry={() => row && parts.retry(row)}
            />
          )
        })}
      </ul>
      <input
        ref={replaceInput}
        type="file"
        aria-label="Replace the file"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          const part = live.find(({ key }) => key === replacedKey.current)
          if (file && part) parts.replace(part, file)
          target.value = ''
        }}
      />
      {dialog?.is === 'edit' && dialogPart && dialogPart.kind !== 'file' && (
        <PartDialog
          kind={dialogPart.kind}
          part={dialogPart}
          onClose={() => setDialog(undefined)}
          onSave={({ name, url, text }) =>
            update((now) => changePart(now, dialogPart.key, { name, url, text }))
          }
        />
      )}
      {dialog?.is === 'section' && dialogPart && (
        <SectionDialog
          list={list}
          part={dialogPart}
          onClose={() => setDialog(undefined)}
          onNewSection={() => moveToNewSection(dialogPart)}
          onMove={(sectionKey) => {
            const moved = moveToSection(list, dialogPart.key, sectionKey)
            update(() => moved)
            announce(placeSentence(moved, dialogPart.key))
          }}
        />
      )}
    </>
  )
}

function badgeOf({ id, queueKey, uploadId, replacedBytes }: PartEntry): string | undefined {
  if (id === undefined) return 'New'
  return replacedBytes !== undefined && (queueKey ?? uploadId) ? 'New version' : undefined
}

/** Puts the focus on the last button of a row that was replaced by another form of it. */
function useFocusAfterRender(rows: RefObject<HTMLUListElement | null>): (key: string) => void {
  const key = useRef<string>(undefined)

  useEffect(() => {
    if (key.current === undefined) return
    const row = [...(rows.current?.children ?? [])].find(
      (child) => child.getAttribute('data-key') === key.current,
    )
    key.current = undefined
    const button = [...(row?.querySelectorAll(':scope > button, :scope > span > button') ?? [])].at(-1)
    if (button instanceof HTMLElement && document.activeElement === document.body) button.focus()
  })
  return (next) => {
    key.current = next
  }
}

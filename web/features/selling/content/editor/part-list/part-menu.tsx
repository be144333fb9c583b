import {
  ArrowDown,
  ArrowUp,
  Folder,
  type LucideIcon,
  Pencil,
  RefreshCw,
  SquarePen,
  Trash2,
} from 'lucide-react'
import type { PartKind } from '../../../../../../contract/parts.ts'
import { menuItemClass } from '../../../../../ui/menu.tsx'

export type PartAction = 'rename' | 'replace' | 'edit' | 'up' | 'down' | 'move to section' | 'remove'

type PartMenuItemsProps = {
  kind: PartKind
  canMoveUp: boolean
  canMoveDown: boolean
  onAction: (action: PartAction) => void
}

/** What can be done with a part. */
export function PartMenuItems({ kind, canMoveUp, canMoveDown, onAction }: PartMenuItemsProps) {
  const items: Array<[PartAction, string, LucideIcon, boolean]> = [
    ['rename', 'Rename', Pencil, true],
    ['replace', 'Replace the file', RefreshCw, kind === 'file'],
    ['edit', kind === 'link' ? 'Change the link' : 'Edit the text', SquarePen, kind !== 'file'],
    ['up', 'Move up', ArrowUp, canMoveUp],
    ['down', 'Move down', ArrowDown, canMoveDown],
    ['move to section', 'Move to section', Folder, true],
    ['remove', 'Remove', Trash2, true],
  ]
  return items
    .filter(([, , , isOffered]) => isOffered)
    .map(([action, label, Icon]) => (
      <button
        key={action}
        type="button"
        onClick={() => onAction(action)}
        className={action === 'remove' ? `${menuItemClass} text-danger [&>svg]:text-danger!` : menuItemClass}
      >
        <Icon aria-hidden />
        {label}
      </button>
    ))
}

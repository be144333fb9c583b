import { Check, Folder, FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../../../../../ui/dialog.tsx'
import { menuItemClass } from '../../../../../ui/menu.tsx'
import { type PartEntry, type PartList, sectionNames } from './entries.ts'

type SectionDialogProps = {
  list: PartList
  part: PartEntry
  /** The heading's key; undefined for no section. */
  onMove: (sectionKey: string | undefined) => void
  onNewSection: () => void
  onClose: () => void
}

/** Moves a part to the end of a section. */
export function SectionDialog({ list, part, onMove, onNewSection, onClose }: SectionDialogProps) {
  const [open, setOpen] = useState(true)
  const sections = list.flatMap((entry) => (entry.type === 'section' ? [entry] : []))
  const current = sectionNames(list).get(part.key) ?? ''
  function choose(action: () => void) {
    setOpen(false)
    onClose()
    action()
  }

  return (
    <Dialog open={open} onOpenChange={() => choose(() => undefined)} title="Move to section">
      <div className="grid">
        {[{ key: undefined, name: '' }, ...sections.filter(({ name }) => name !== '')].map(
          ({ key, name }) => (
            <button
              key={key ?? 'none'}
              type="button"
              aria-current={name === current || undefined}
              onClick={() => choose(() => name !== current && onMove(key))}
              className={menuItemClass}
            >
              <Folder aria-hidden />
              <span className="wrap-anywhere min-w-0 flex-1">{name || 'No section'}</span>
              {name === current && <Check aria-hidden />}
            </button>
          ),
        )}
        <button type="button" onClick={() => choose(onNewSection)} className={menuItemClass}>
          <FolderPlus aria-hidden />
          New section
        </button>
      </div>
    </Dialog>
  )
}

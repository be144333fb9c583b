import { clsx } from 'clsx'
import { Pencil } from 'lucide-react'
import { limits } from '../../../../../../contract/limits.ts'
import { Button } from '../../../../../ui/button.tsx'
import type { PartEntry, SectionEntry } from './entries.ts'
import { InlineName } from './inline-name.tsx'
import { countParts } from './part-labels.ts'

type SectionRowProps = {
  section: SectionEntry
  parts: ReadonlyArray<PartEntry>
  isRenaming: boolean
  nameProblemOf: (name: string) => string | undefined
  onStartRename: () => void
  /** Undefined leaves the name. */
  onRename: (name: string | undefined) => void
}

/** The heading of a section, with the number of its parts. */
export function SectionRow({
  section: { key, name },
  parts,
  isRenaming,
  nameProblemOf,
  onStartRename,
  onRename,
}: SectionRowProps) {
  return (
    <li
      data-key={key}
      className={clsx(
        'relative flex min-h-[46px] items-center focus-within:z-1 gap-3 border-line border-t bg-sunken py-0.5 pr-2 pl-4 first:rounded-t-[13px] first:border-t-0 last:rounded-b-[13px]',
        isRenaming && 'py-2!',
      )}
    >
      {isRenaming ? (
        <InlineName
          label={name ? `Name of section ${name}` : 'Name of the section'}
          name={name}
          maxLength={limits.maxSectionLength}
          hint={
            name ? 'Leave blank to remove the section. Its parts stay.' : 'For example Side A, or Extras.'
          }
          problemOf={nameProblemOf}
          onSave={onRename}
          onCancel={() => onRename(undefined)}
        />
      ) : (
        <>
          <span className="wrap-anywhere min-w-0 flex-1 font-semibold">
            {name || 'No section'}{' '}
            <span className="font-normal text-ink-faint text-sm">{countParts(parts)}</span>
          </span>
          <Button
            variant="smallIcon"
            title="Rename"
            aria-label={`Rename section ${name || 'No section'}`}
            onClick={onStartRename}
          >
            <Pencil aria-hidden />
          </Button>
        </>
      )}
    </li>
  )
}

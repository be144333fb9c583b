import { X } from 'lucide-react'
import { Button } from '../../../../../ui/button.tsx'
import type { AddedFile } from './added-files.ts'

type PartNoticesProps = {
  problems: ReadonlyArray<string>
  duplicates: ReadonlyArray<AddedFile>
  onDismiss: () => void
  onAnswer: (added: AddedFile, answer: 'replace' | 'keep both' | 'skip') => void
}

const maxShownProblems = 5

/** Why files were not added, and what to do with those whose names are in the list already. */
export function PartNotices({ problems, duplicates, onDismiss, onAnswer }: PartNoticesProps) {
  const [added] = duplicates
  const hiddenCount = problems.length - maxShownProblems
  return (
    <div role="alert" className="grid gap-2 empty:hidden">
      {problems.length > 0 && (
        <div className="flex items-start gap-2 rounded-md bg-danger-soft py-1 pr-1 pl-4">
          <ul className="wrap-anywhere grid min-w-0 flex-1 gap-1 py-2 text-danger">
            {problems.slice(0, maxShownProblems).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
            {hiddenCount > 0 && <li>{hiddenCount === 1 ? '1 more' : `${hiddenCount} more`}</li>}
          </ul>
          <Button variant="smallIcon" title="Close" aria-label="Close this message" onClick={onDismiss}>
            <X aria-hidden />
          </Button>
        </div>
      )}
      {added && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md bg-warn-soft px-4 py-2 text-warn">
          <p className="wrap-anywhere min-w-0 flex-1 basis-60">
            “{added.file.name}” is here already. Replace it, or keep both?
          </p>
          <div className="flex flex-wrap gap-1">
            <Button variant="secondary" size="sm" onClick={() => onAnswer(added, 'replace')}>
              Replace
            </Button>
            <Button variant="secondary" size="sm" onClick={() => onAnswer(added, 'keep both')}>
              Keep both
            </Button>
            <Button variant="tertiary" size="sm" onClick={() => onAnswer(added, 'skip')}>
              Cancel
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

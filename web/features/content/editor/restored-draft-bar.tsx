import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'

type RestoredDraftBarProps = { children: ReactNode; discardLabel: string; onDiscard: () => void }

/** The notice that earlier input was restored, with a button to discard it. */
export function RestoredDraftBar({ children, discardLabel, onDiscard }: RestoredDraftBarProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-sunken px-4 py-2.5">
      <p className="wrap-anywhere min-w-0 flex-1 basis-60">{children}</p>
      <Button variant="secondary" size="sm" onClick={onDiscard}>
        {discardLabel}
      </Button>
    </div>
  )
}

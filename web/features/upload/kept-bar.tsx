import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'

type KeptBarProps = { children: ReactNode; undo: string; onUndo: () => void }

/** Says that something of the last time is here again; the button throws it away. */
export function KeptBar({ children, undo, onUndo }: KeptBarProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-sunken px-4 py-2.5">
      <p className="wrap-anywhere min-w-0 flex-1 basis-60">{children}</p>
      <Button variant="ghost" size="sm" onClick={onUndo}>
        {undo}
      </Button>
    </div>
  )
}

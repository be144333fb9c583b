import { CloudAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Tile } from './tile.tsx'

type ErrorStateProps = { title: string; text?: ReactNode; retry?: () => void; children?: ReactNode }

/** What happened, what to do, and the way on. */
export function ErrorState({ title, text, retry, children }: ErrorStateProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-3 px-6 py-14 text-center">
      <Tile className="bg-danger-soft text-danger">
        <CloudAlert aria-hidden />
      </Tile>
      <h2 className="text-xl">{title}</h2>
      {text && <p className="max-w-[30em] text-ink-soft">{text}</p>}
      {retry && (
        <Button variant="ghost" onClick={retry} className="mt-2">
          <RotateCw aria-hidden />
          Try Again
        </Button>
      )}
      {children}
    </div>
  )
}

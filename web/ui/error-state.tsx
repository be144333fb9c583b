import { CloudAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { IconTile } from './icon-tile.tsx'

type ErrorStateProps = { title: string; description?: ReactNode; onRetry?: () => void; children?: ReactNode }

/** An error: what happened, what to do, and a retry or a link. */
export function ErrorState({ title, description, onRetry, children }: ErrorStateProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-3 px-6 py-14 text-center">
      <IconTile tone="danger">
        <CloudAlert aria-hidden />
      </IconTile>
      <h2 className="text-xl">{title}</h2>
      {description && <p className="max-w-[30em] text-ink-soft">{description}</p>}
      {onRetry && (
        <Button variant="secondary" onClick={onRetry} className="mt-2">
          <RotateCw aria-hidden />
          Try Again
        </Button>
      )}
      {children}
    </div>
  )
}

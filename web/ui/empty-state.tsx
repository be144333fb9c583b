import type { ReactNode } from 'react'
import { IconTile } from './icon-tile.tsx'

type EmptyStateProps = { icon?: ReactNode; title: string; description?: ReactNode; action?: ReactNode }

/** Shown for an empty list: what to do first, with its button. */
export function EmptyState({ icon, title, description, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 px-6 py-14 text-center">
      {icon && <IconTile>{icon}</IconTile>}
      <h2 className="text-xl">{title}</h2>
      {description && <p className="max-w-[30em] text-ink-soft">{description}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}

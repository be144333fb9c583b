import type { ReactNode } from 'react'
import { IconTile } from './icon-tile.tsx'

type EmptyStateProps = {
  /** Of a search that found nothing, or a line that failed. */
  icon?: ReactNode
  /** In place of an icon: the drop above water where something will come, rings where all is done. */
  drawing?: ReactNode
  title: string
  description?: ReactNode
  action?: ReactNode
}

/** Shown for an empty list: what to do first, with its button. */
export function EmptyState({ icon, drawing, title, description, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 px-6 py-14 text-center">
      {drawing}
      {icon && <IconTile>{icon}</IconTile>}
      <h2 className="text-xl">{title}</h2>
      {description && <p className="max-w-[30em] text-ink-soft">{description}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}

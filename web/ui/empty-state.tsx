import type { ReactNode } from 'react'
import { Tile } from './tile.tsx'

type EmptyStateProps = { icon?: ReactNode; title: string; text?: ReactNode; action?: ReactNode }

/** Nothing here yet: what to do first, with the button that does it. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 px-6 py-14 text-center">
      {icon && <Tile>{icon}</Tile>}
      <h2 className="text-xl">{title}</h2>
      {text && <p className="max-w-[30em] text-ink-soft">{text}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}

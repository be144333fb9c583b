import type { ReactNode } from 'react'
import { IconTile } from '../../ui/icon-tile.tsx'

/** The heading of a state of the bank account, with a sentence about it. */
export function StatusHeader({
  icon,
  title,
  children,
}: {
  icon: ReactNode
  title: string
  children: ReactNode
}) {
  return (
    <div className="grid gap-3">
      <IconTile>{icon}</IconTile>
      <h1 className="text-2xl">{title}</h1>
      <p className="text-ink-soft">{children}</p>
    </div>
  )
}

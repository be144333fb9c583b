import type { ReactNode } from 'react'
import { cn } from './cn.ts'

/** A small square with an icon or a file extension. */
export function IconTile({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span
      className={cn(
        'grid size-[52px] flex-none place-items-center rounded-[12px] bg-brand-soft font-semibold text-brand text-sm [&>svg]:size-6',
        className,
      )}
    >
      {children}
    </span>
  )
}

import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { IconTile } from './icon-tile.tsx'

type PageNoticeProps = {
  icon: ReactNode
  tone?: 'plain' | 'danger'
  title: string
  description?: ReactNode
  /** Links or buttons below the text. */
  actions?: ReactNode
  children?: ReactNode
}

/** A full-page message with actions. */
export function PageNotice({ icon, tone = 'plain', title, description, actions, children }: PageNoticeProps) {
  return (
    <div className="mx-auto grid max-w-[560px] justify-items-center gap-4 py-14 text-center sm:py-20">
      <IconTile
        className={cn('size-[60px] rounded-[18px]', tone === 'danger' && 'bg-danger-soft text-danger')}
      >
        {icon}
      </IconTile>
      <h1 className="text-2xl">{title}</h1>
      {description && <p className="max-w-[30em] text-ink-soft">{description}</p>}
      {children}
      {actions && <div className="mt-2 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  )
}

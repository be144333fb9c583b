import type { ReactNode } from 'react'
import { IconTile } from './icon-tile.tsx'

type PageNoticeProps = {
  icon?: ReactNode
  /** In place of an icon. */
  drawing?: ReactNode
  /** `plain` says what is so, `warn` what did not work and may be mended, `danger` what ended. */
  tone?: 'brand' | 'plain' | 'warn' | 'danger'
  title: string
  description?: ReactNode
  /** Links or buttons below the text. */
  actions?: ReactNode
  children?: ReactNode
}

export function PageNotice({
  icon,
  drawing,
  tone = 'brand',
  title,
  description,
  actions,
  children,
}: PageNoticeProps) {
  return (
    <div className="mx-auto grid max-w-[560px] justify-items-center gap-4 py-14 text-center sm:py-20">
      {drawing ?? (
        <IconTile size="lg" tone={tone}>
          {icon}
        </IconTile>
      )}
      <h1 className="text-2xl">{title}</h1>
      {description && <p className="max-w-[30em] text-ink-soft">{description}</p>}
      {children}
      {actions && <div className="mt-2 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  )
}

import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

type DisclosureProps = {
  summary: ReactNode
  /** The arrow is at the end of the line, and the whole line can be pressed. */
  isWide?: boolean
  className?: string
  children: ReactNode
}

/** Details that are hidden until their summary is pressed; works without a script. */
export function Disclosure({ summary, isWide = false, className, children }: DisclosureProps) {
  return (
    <details className={clsx('group', className)}>
      <summary
        className={clsx(
          'min-h-11 cursor-pointer list-none items-center gap-1.5 hover:text-ink [&::-webkit-details-marker]:hidden',
          isWide ? 'flex justify-between' : 'inline-flex',
        )}
      >
        {summary}
        <ChevronDown aria-hidden className="moves size-4 shrink-0 group-open:rotate-180" />
      </summary>
      {children}
    </details>
  )
}

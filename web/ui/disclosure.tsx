import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

type DisclosureProps = { summary: ReactNode; isOpen?: boolean; className?: string; children: ReactNode }

/** Details that are hidden until their summary is pressed; works without a script. */
export function Disclosure({ summary, isOpen = false, className, children }: DisclosureProps) {
  return (
    <details open={isOpen} className={clsx('group', className)}>
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 hover:text-ink [&::-webkit-details-marker]:hidden">
        {summary}
        <ChevronDown aria-hidden className="moves size-4 shrink-0 group-open:rotate-180" />
      </summary>
      {children}
    </details>
  )
}

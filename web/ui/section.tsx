import type { ReactNode } from 'react'
import { Card } from './card.tsx'

type SectionProps = {
  /** The id of the section, for links to it. */
  id: string
  title: string
  description?: ReactNode
  /** The section's main button, beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** A section of a long page: heading, description and content. */
export function Section({ id, title, description, action, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20 lg:scroll-mt-6">
      <Card padding="none" className="grid grid-cols-[minmax(0,1fr)] gap-5 p-5 sm:p-7">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="grid min-w-0 gap-1">
            <h2 id={`${id}-title`} className="text-xl">
              {title}
            </h2>
            {description && <p className="max-w-[38em] text-ink-soft">{description}</p>}
          </div>
          {action}
        </div>
        {children}
      </Card>
    </section>
  )
}

import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps, ReactNode } from 'react'

const cardVariants = cva('border', {
  variants: {
    elevated: { true: 'rounded-lg shadow-md', false: 'rounded-md shadow-sm' },
    tone: { plain: 'border-line bg-surface', warn: 'border-transparent bg-warn-soft' },
    /** `none` is for rows from edge to edge, and for cards whose caller sets another padding. */
    padding: { normal: '', none: '' },
  },
  compoundVariants: [
    { elevated: false, padding: 'normal', class: 'p-[22px]' },
    { elevated: true, padding: 'normal', class: 'p-5 sm:p-[26px]' },
  ],
  defaultVariants: { elevated: false, tone: 'plain', padding: 'normal' },
})

/** A raised surface. `elevated` is for the most important card of a page. */
export function Card({
  elevated,
  tone,
  padding,
  className,
  ...props
}: ComponentProps<'div'> & VariantProps<typeof cardVariants>) {
  return <div {...props} className={cardVariants({ elevated, tone, padding, className })} />
}

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

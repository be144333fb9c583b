import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'

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

import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'

const badgeVariants = cva(
  'wrap-break-word inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-full px-2.5 py-0.5 font-semibold text-sm',
  {
    variants: {
      tone: {
        brand: 'bg-brand-soft text-brand',
        plain: 'bg-sunken text-ink-soft',
        warm: 'bg-accent-soft text-accent-ink',
        warn: 'bg-warn-soft text-warn',
        danger: 'bg-danger-soft text-danger',
      },
    },
    defaultVariants: { tone: 'brand' },
  },
)

/** A short label for the element beside it. */
export function Badge({
  tone,
  className,
  ...props
}: ComponentProps<'span'> & VariantProps<typeof badgeVariants>) {
  return <span {...props} className={badgeVariants({ tone, className })} />
}

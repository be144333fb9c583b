import { cva, type VariantProps } from 'class-variance-authority'

const skeletonVariants = cva('breathes bg-sunken', {
  variants: {
    /** A line of text, or a larger shape whose size the caller sets. */
    shape: {
      line: 'h-4 rounded-sm',
      block: 'rounded-sm',
      card: 'rounded-md',
      panel: 'rounded-lg',
      tile: 'size-[52px] rounded-[12px]',
    },
  },
  defaultVariants: { shape: 'line' },
})

type SkeletonProps = VariantProps<typeof skeletonVariants> & { className?: string }

/** A placeholder while content loads. */
export function Skeleton({ shape, className }: SkeletonProps) {
  return <div aria-hidden className={skeletonVariants({ shape, className })} />
}

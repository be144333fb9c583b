import { cva, type VariantProps } from 'class-variance-authority'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'

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

export function Skeleton({ shape, className }: SkeletonProps) {
  return <div aria-hidden className={skeletonVariants({ shape, className })} />
}

type SkeletonRowsProps = {
  /** What is loading, for screen readers. */
  label: string
  count?: number
  className: string
  /** The skeleton of one row. */
  children: ReactNode
}

export function SkeletonRows({ label, count = 4, className, children }: SkeletonRowsProps) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never change their order
        <div key={row} className={clsx('border-line border-t px-4 sm:px-[22px]', className)}>
          {children}
        </div>
      ))}
    </div>
  )
}

type SkeletonBlocksProps = {
  /** What is loading, for screen readers. */
  label: string
  /** The size of each block. */
  sizes: ReadonlyArray<string>
  className?: string
}

export function SkeletonBlocks({ label, sizes, className = 'gap-3' }: SkeletonBlocksProps) {
  return (
    <div role="status" className={clsx('grid', className)}>
      <span className="sr-only">{label}</span>
      {sizes.map((size, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks never change their order
        <Skeleton key={index} shape="block" className={size} />
      ))}
    </div>
  )
}

/** Placeholder rows with two lines and a figure or badge at the end. */
export function SkeletonList({ label }: { label: string }) {
  return (
    <SkeletonRows label={label} className="flex items-center gap-4 py-4">
      <div className="grid flex-1 gap-2">
        <Skeleton className="w-2/5" />
        <Skeleton className="w-1/4" />
      </div>
      <Skeleton shape="block" className="h-6 w-20" />
    </SkeletonRows>
  )
}

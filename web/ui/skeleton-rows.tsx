import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'

type SkeletonRowsProps = {
  /** What is loading, for screen readers. */
  label: string
  count?: number
  className: string
  /** The skeleton of one row. */
  children: ReactNode
}

/** Placeholder rows while a list loads. */
export function SkeletonRows({ label, count = 4, className, children }: SkeletonRowsProps) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never change their order
        <div key={row} className={clsx('border-line border-t px-4 sm:px-5', className)}>
          {children}
        </div>
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

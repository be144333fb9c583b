import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** A raised surface. `elevated` is for the most important card of a page. */
export function Card({
  elevated = false,
  className,
  ...props
}: ComponentProps<'div'> & { elevated?: boolean }) {
  return (
    <div
      {...props}
      className={cn(
        'rounded-md border border-line bg-surface p-[22px] shadow-sm',
        elevated && 'rounded-lg p-5 shadow-md sm:p-[26px]',
        className,
      )}
    />
  )
}

import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** A sheet of paper on the page. `raised` is for the one that matters most. */
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

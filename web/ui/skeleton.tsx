import { cn } from './cn.ts'

/** The shape of what is on its way. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn('breathes h-4 rounded-sm bg-sunken', className)} />
}

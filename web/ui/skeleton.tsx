import { cn } from './cn.ts'

/** A placeholder while content loads. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn('breathes h-4 rounded-sm bg-sunken', className)} />
}

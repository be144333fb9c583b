import { LoaderCircle } from 'lucide-react'
import { cn } from './cn.ts'

/** Turning, and silent: the words beside it say what is awaited. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cn('spins size-[1.15em] shrink-0', className)} />
}

/** A whole page that waits, with what for. */
export function PageSpinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div role="status" className="grid min-h-[50vh] place-items-center content-center gap-3 text-ink-soft">
      <Spinner className="size-8 text-brand" />
      <span className="text-sm">{label}</span>
    </div>
  )
}

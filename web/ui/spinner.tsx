import { LoaderCircle } from 'lucide-react'
import { cn } from './cn.ts'

/** A spinner without accessible text; the text beside it says what is loading. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cn('spins size-[1.15em] shrink-0', className)} />
}

/** A full-page spinner with its label. */
export function PageSpinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div role="status" className="grid min-h-[50vh] place-items-center content-center gap-3 text-ink-soft">
      <Spinner className="size-8 text-brand" />
      <span className="text-sm">{label}</span>
    </div>
  )
}

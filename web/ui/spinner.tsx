import { LoaderCircle } from 'lucide-react'
import { cn } from './cn.ts'
import { StillLoading } from './still-loading.tsx'

/** A spinner without accessible text; the text beside it says what is loading. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cn('spins size-[1.15em] shrink-0', className)} />
}

/** A full-page spinner with its label. `note` follows the way on that is shown when loading takes long. */
export function PageSpinner({ label = 'Loading', note }: { label?: string; note?: string | undefined }) {
  return (
    <div className="grid min-h-[50vh] place-items-center content-center gap-3 text-center text-ink-soft noscript:hidden">
      <div role="status" className="grid place-items-center gap-3">
        <Spinner className="size-8 text-brand" />
        <span className="text-sm">{label}</span>
      </div>
      <StillLoading note={note} />
    </div>
  )
}

import { cva, type VariantProps } from 'class-variance-authority'
import { LoaderCircle } from 'lucide-react'
import { StillLoading } from './still-loading.tsx'

const spinnerVariants = cva('spins shrink-0', {
  variants: { size: { text: 'size-[1.15em]', md: 'size-6', lg: 'size-8' } },
  defaultVariants: { size: 'text' },
})

/** A spinner without accessible text; the text beside it says what is loading. */
export function Spinner({ size, className }: VariantProps<typeof spinnerVariants> & { className?: string }) {
  return <LoaderCircle aria-hidden className={spinnerVariants({ size, className })} />
}

/** The ring of a wait that stands between two pages. Its words are beside it. */
export function WaitingRing() {
  return <span aria-hidden className="wait block w-28" />
}

/**
 * A wait of a page that has no layout yet: nothing for 400 ms, then a ring every 1.2 s, and after 4 s its label. It is read
 * out at once. `note` follows the way on that is shown when loading takes long.
 */
export function PageSpinner({ label = 'Loading', note }: { label?: string; note?: string | undefined }) {
  return (
    <div className="grid min-h-[50vh] place-items-center content-center gap-3 text-center text-ink-soft noscript:hidden">
      <div role="status" className="wait grid place-items-center gap-3">
        <span className="wait-label text-sm">{label}</span>
      </div>
      <StillLoading note={note} />
    </div>
  )
}

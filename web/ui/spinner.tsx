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

/** A full-page spinner with its label. `note` follows the way on that is shown when loading takes long. */
export function PageSpinner({ label = 'Loading', note }: { label?: string; note?: string | undefined }) {
  return (
    <div className="grid min-h-[50vh] place-items-center content-center gap-3 text-center text-ink-soft noscript:hidden">
      <div role="status" className="grid place-items-center gap-3">
        <Spinner size="lg" className="text-brand" />
        <span className="text-sm">{label}</span>
      </div>
      <StillLoading note={note} />
    </div>
  )
}

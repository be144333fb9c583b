import { Info } from 'lucide-react'
import type { ReactNode } from 'react'

/** The advice at the end of a card of the report. */
export function Advice({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-2.5 bg-sunken px-4 py-3 text-ink-soft sm:px-[22px]">
      <Info aria-hidden className="mt-0.5 size-[18px] shrink-0" />
      <span className="wrap-anywhere">{children}</span>
    </p>
  )
}

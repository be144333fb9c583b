import type { ReactNode } from 'react'
import { Card } from './card.tsx'

/** One figure with its name and a caption. */
export function StatCard({
  label,
  value,
  caption,
}: {
  label: string
  value: ReactNode
  caption?: ReactNode
}) {
  return (
    <Card padding="none" className="p-4 sm:p-[22px]">
      <p className="text-ink-soft">{label}</p>
      <p className="mt-2 mb-1 font-[650] font-display text-[clamp(1.35rem,1rem+1.6vw,1.875rem)] leading-[1.1] tracking-[-0.02em]">
        {value}
      </p>
      {caption && <p className="text-ink-faint text-sm">{caption}</p>}
    </Card>
  )
}

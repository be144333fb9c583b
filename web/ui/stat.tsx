import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Card } from './card.tsx'

type Stat = { label: string; value: ReactNode; caption?: ReactNode }

/** Four or five figures side by side in one card; two rows on a phone, four with large text. */
export function StatStrip({ label, stats }: { label: string; stats: ReadonlyArray<Stat> }) {
  return (
    <Card padding="none" className="overflow-clip">
      <section
        aria-label={label}
        className={clsx(
          '-mt-px -ml-px grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] max-sm:[&>:last-child:nth-child(odd)]:col-span-full',
          // Five amounts in a line are too narrow for their figures on a tablet.
          stats.length === 5 && 'sm:max-lg:grid-cols-3 sm:max-lg:[&>:last-child]:col-span-2',
        )}
      >
        {stats.map(({ label, value, caption }) => (
          <div
            key={label}
            className="min-w-0 border-line border-t border-l px-4 py-3.5 sm:px-[22px] sm:py-[18px]"
          >
            <p className="text-ink-soft">{label}</p>
            <p className="mt-0.5 mb-0.5 font-[650] font-display text-[clamp(1.3rem,1rem+1.4vw,1.625rem)] leading-[1.15] tracking-[-0.02em]">
              {value}
            </p>
            {caption && <p className="text-ink-faint text-sm">{caption}</p>}
          </div>
        ))}
      </section>
    </Card>
  )
}

export function StatCard({ label, value, caption }: Stat) {
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

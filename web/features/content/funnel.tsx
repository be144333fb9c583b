import { ArrowRight } from 'lucide-react'
import { formatCount } from '../../ui/count-text.ts'

type FunnelProps = { views: number; checkouts: number; sales: number }

/** Views, checkouts and sales, with the conversion of each step. */
export function Funnel({ views, checkouts, sales }: FunnelProps) {
  const steps = [
    { name: views === 1 ? 'view' : 'views', count: views, before: undefined },
    { name: checkouts === 1 ? 'checkout' : 'checkouts', count: checkouts, before: views },
    { name: sales === 1 ? 'sale' : 'sales', count: sales, before: checkouts },
  ]
  return (
    <ol className="flex flex-wrap items-start gap-x-3 gap-y-2">
      {steps.map(({ name, count, before: previousCount }, index) => (
        <li key={name} className="flex gap-3">
          {index > 0 && <ArrowRight aria-hidden className="mt-1.5 size-4 flex-none text-ink-faint" />}
          <div>
            <p className="font-[650] font-display text-xl leading-tight">{formatCount(count)}</p>
            <p className="text-ink-soft text-sm">{name}</p>
            <p className="text-ink-faint text-sm">{conversionText(count, previousCount)}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Empty for the first step, and above 100%. */
function conversionText(count: number, previousCount: number | undefined): string {
  if (previousCount === undefined || previousCount === 0 || count > previousCount) return '\u00a0'
  return `${Math.round((count / previousCount) * 100)}% continued`
}

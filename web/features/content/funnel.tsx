import { ArrowRight } from 'lucide-react'
import { Fragment } from 'react'
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
        <Fragment key={name}>
          {index > 0 && (
            <li aria-hidden className="pt-1.5 text-ink-faint">
              <ArrowRight className="size-4" />
            </li>
          )}
          <li>
            <p className="font-[650] font-display text-xl leading-tight">{formatCount(count)}</p>
            <p className="text-ink-soft text-sm">{name}</p>
            <p className="text-ink-faint text-sm">{conversionText(count, previousCount)}</p>
          </li>
        </Fragment>
      ))}
    </ol>
  )
}

/** Empty for the first step, and above 100 %. */
function conversionText(count: number, previousCount: number | undefined): string {
  if (previousCount === undefined || previousCount === 0 || count > previousCount) return '\u00a0'
  return `${Math.round((count / previousCount) * 100)}% continued`
}

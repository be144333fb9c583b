import type { getContentStats } from '../../../contract/analytics.ts'
import type { ResponseOf } from '../../api/types.ts'
import { pluralize } from '../../ui/count-text.ts'
import { formatMoney } from '../../ui/money-text.ts'

type Stats = ResponseOf<typeof getContentStats>
type PaidAmountsProps = { buckets: NonNullable<Stats['paidAmounts']>; currency: string }

/** What buyers paid for an item with pay what you want: a bar for each range of amounts. */
export function PaidAmounts({ buckets, currency }: PaidAmountsProps) {
  if (buckets.length === 0) return null
  const maxSales = Math.max(...buckets.map(({ sales }) => sales))
  return (
    <figure className="min-w-0 md:col-span-2">
      <figcaption className="mb-2 text-ink-soft text-sm">What buyers paid</figcaption>
      <ul className="grid gap-1.5 text-sm">
        {buckets.map((bucket) => (
          <li
            key={bucket.from}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 sm:grid-cols-[9.5rem_minmax(0,1fr)_4.5rem]"
          >
            <span className="tabular-nums">{rangeText(bucket, currency)}</span>
            <span className="text-right text-ink-soft tabular-nums sm:order-last">
              {pluralize(bucket.sales, 'sale')}
            </span>
            <span aria-hidden className="h-3 max-sm:col-span-2">
              <span
                className={`block h-full rounded-[3px] ${bucket.sales === maxSales ? 'bg-brand' : 'bg-brand/45'}`}
                style={{ width: `${(bucket.sales / maxSales) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </figure>
  )
}

function rangeText({ from, to }: PaidAmountsProps['buckets'][number], currency: string): string {
  if (to === null) return `${formatMoney(from, currency)} or more`
  if (Number(from) === 0) return `Up to ${formatMoney(to, currency)}`
  return `${formatMoney(from, currency)} to ${formatMoney(to, currency)}`
}

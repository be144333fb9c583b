import { listSales, type Sale } from '../../../../contract/sales.ts'
import { useApiQuery } from '../../../api/query.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { buyerLabel, saleStatusBadge } from '../../../shared/sale-events.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { LocalTime } from '../../../ui/local-time.tsx'
import { Skeleton, SkeletonRows } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

/** The same query as the one that web/app/routes/index.tsx prefetches. */
const latestSalesQuery = { limit: 5 }

/** The newest sales. The dashboard's live events add new ones. */
export function LatestSales() {
  const read = useApiQuery(listSales, { query: latestSalesQuery })
  return (
    <section aria-labelledby="latest-sales" className="min-w-0">
      <Card padding="none" className="overflow-clip">
        <div className="flex items-center justify-between gap-3 px-4 py-2 sm:px-5">
          <h2 id="latest-sales" className="text-xl">
            Latest Sales
          </h2>
          <TextLink href="/sales" className="inline-flex min-h-11 items-center">
            All sales
          </TextLink>
        </div>
        <QueryState query={read} subject="Your sales" skeleton={<LatestSalesSkeleton />}>
          {({ total, sales }) =>
            total === 0 ? (
              <p className="border-line border-t px-4 py-4 text-ink-soft sm:px-5">
                No sales yet. Share a tip link and your first sale will show up here.
              </p>
            ) : (
              <ul>
                {sales.map((sale) => (
                  <li key={sale.id}>
                    <Row sale={sale} />
                  </li>
                ))}
              </ul>
            )
          }
        </QueryState>
      </Card>
    </section>
  )
}

function Row({ sale }: { sale: Sale }) {
  const { label, tone } = saleStatusBadge(sale)
  return (
    <TextLink
      unstyled
      href={`/sales/${sale.id}`}
      className="moves flex items-center justify-between gap-4 border-line border-t px-4 py-2.5 outline-offset-[-2px] hover:bg-sunken sm:px-5"
    >
      <span className="min-w-0">
        <span className="block truncate font-semibold">{sale.title}</span>
        <span className="block truncate text-ink-faint text-sm">
          {buyerLabel(sale)} ·{' '}
          <span className="sm:hidden">
            <LocalTime iso={sale.paidAt} format="date" />
          </span>
          <span className="max-sm:hidden">
            <LocalTime iso={sale.paidAt} />
          </span>
        </span>
      </span>
      <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 max-sm:flex-col-reverse max-sm:items-end sm:shrink-0">
        {label !== 'Paid' && <Badge tone={tone}>{label}</Badge>}
        <span className="font-semibold">{formatMoney(sale.amount, sale.currency)}</span>
      </span>
    </TextLink>
  )
}

function LatestSalesSkeleton() {
  return (
    <SkeletonRows label="Loading your sales" count={3} className="grid gap-2 py-3">
      <Skeleton className="w-2/5" />
      <Skeleton className="w-3/5" />
    </SkeletonRows>
  )
}

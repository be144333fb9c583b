import { listSales, type Sale } from '../../../../contract/sales.ts'
import { useApiQuery } from '../../../api/query.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { saleStatusBadge } from '../../../shared/sale-events.ts'
import { Card } from '../../../ui/card.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Skeleton, SkeletonRows } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { BuyerPicture } from './buyer-picture.tsx'
import { WhoBought } from './who-bought.tsx'

/** The same query as the one that web/app/routes/index.tsx prefetches. */
const latestSalesQuery = { limit: 5 }

/** The newest sales. The dashboard's live events add new ones. */
export function LatestSales() {
  const read = useApiQuery(listSales, { query: latestSalesQuery })
  return (
    <section aria-labelledby="latest-sales" className="min-w-0">
      <Card padding="none" className="overflow-clip">
        <div className="flex items-center justify-between gap-3 px-4 py-2 sm:px-[22px]">
          <h2 id="latest-sales" className="text-xl">
            Latest sales
          </h2>
          <TextLink href="/sales" className="inline-flex min-h-11 items-center">
            See all
          </TextLink>
        </div>
        <QueryState query={read} subject="Your sales" skeleton={<LatestSalesSkeleton />}>
          {({ total, sales }) =>
            total === 0 ? (
              <p className="border-line border-t px-4 py-4 text-ink-soft sm:px-[22px]">
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

/** Who bought what, their words, and what it earned. The whole row opens the sale. */
function Row({ sale }: { sale: Sale }) {
  const { id, paidAt, supporterName, buyerEmail } = sale
  return (
    <TextLink
      unstyled
      href={`/sales/${id}`}
      className="moves flex items-start gap-3.5 border-line border-t px-4 py-3 outline-offset-[-2px] hover:bg-sunken sm:px-[22px]"
    >
      <BuyerPicture name={supporterName || buyerEmail} />
      <span className="min-w-0 flex-1">
        <WhoBought
          sale={sale}
          when={
            <span className="text-ink-faint text-sm">
              <RelativeTime iso={paidAt} />
            </span>
          }
        />
      </span>
      <Earned sale={sale} />
    </TextLink>
  )
}

/** The creator's share. Of a refunded sale what it was, struck through, and of another changed one what is left. */
function Earned({ sale }: { sale: Sale }) {
  const { creatorAmount, netAmount, currency, state } = sale
  const { label } = saleStatusBadge(sale)
  const isLost = state === 'refunded' || state === 'disputed'
  return (
    <span className="grid max-w-24 shrink-0 justify-items-end text-right">
      {isLost ? (
        <s className="text-ink-faint">+{formatMoney(creatorAmount, currency)}</s>
      ) : (
        <span className="font-semibold text-brand">+{formatMoney(netAmount, currency)}</span>
      )}
      {label !== 'Paid' && <span className="text-ink-faint text-sm leading-tight">{label}</span>}
    </span>
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

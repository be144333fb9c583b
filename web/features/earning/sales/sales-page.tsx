import { SearchX } from 'lucide-react'
import { useLocation, useParams, useSearchParams } from 'wouter'
import { buildUrl } from '../../../../contract/route.ts'
import { exportSales, listSales, type Sale } from '../../../../contract/sales.ts'
import { isUnauthorized } from '../../../api/client.ts'
import { useCurrentUser } from '../../../api/query.ts'
import { useInfiniteApiQuery } from '../../../api/use-infinite-api-query.ts'
import { useIsProSold } from '../../../shared/pro.tsx'
import { LoadError } from '../../../shared/query-state.tsx'
import { RedirectToSignIn } from '../../../shared/require-auth.tsx'
import { useSaleEvents } from '../../../shared/sale-events.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { pluralize } from '../../../ui/format.ts'
import { TextLink } from '../../../ui/text-link.tsx'
import { DropAboveWater } from '../../../ui/water.tsx'
import { SaleDrawer } from './sale-drawer.tsx'
import { SaleList, SaleListSkeleton } from './sale-list.tsx'
import { SalesFilterBar } from './sales-filter-bar.tsx'
import {
  defaultFilters,
  hasActiveFilters,
  parseFilters,
  toApiQuery,
  toSearchString,
} from './sales-filters.ts'

/** Every sale, newest first; the URL opens one of them in the drawer. */
export function SalesPage() {
  useSaleEvents()
  const { id } = useParams()
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  const filters = parseFilters(query)
  const salesQuery = useInfiniteApiQuery(listSales, toApiQuery(filters), ({ next }) => next)
  const pages = salesQuery.data?.pages ?? []
  const sales = pages.flatMap((page) => page.sales)
  const total = pages[0]?.total
  const search = toSearchString(filters)

  if (isUnauthorized(salesQuery.error)) return <RedirectToSignIn />
  const setFilters = (next: Partial<typeof filters>) =>
    navigate(`/sales${toSearchString({ ...filters, ...next })}`, { replace: true })
  return (
    <div className="grid gap-[18px]">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pt-5 pb-0.5">
        <div>
          <h1 className="text-2xl">Sales</h1>
          {total !== undefined && <p className="text-ink-soft">{pluralize(total, 'sale')}</p>}
        </div>
        <ExportLink query={toApiQuery(filters)} />
      </header>
      <Card padding="none" className="overflow-clip" aria-busy={salesQuery.isPlaceholderData}>
        {total !== 0 && (
          <SalesFilterBar
            filters={filters}
            onChange={setFilters}
            contentTitle={sales[0]?.title}
            code={codeOf(sales)}
          />
        )}
        {!salesQuery.data && !salesQuery.error && <SaleListSkeleton />}
        <LoadError query={salesQuery} subject="Your sales" />
        {total === 0 && <NoSales />}
        {total !== undefined && total > 0 && sales.length === 0 && (
          <NoMatchingSales
            hasFilters={hasActiveFilters(filters)}
            onClear={() => setFilters(defaultFilters)}
          />
        )}
        <SaleList
          sales={sales}
          search={search}
          loadMore={
            salesQuery.hasNextPage
              ? {
                  isLoading: salesQuery.isFetchingNextPage,
                  hasFailed: salesQuery.isFetchNextPageError,
                  load: salesQuery.fetchNextPage,
                }
              : undefined
          }
        />
      </Card>
      {id && <SaleDrawer key={id} id={id} onClose={() => navigate(`/sales${search}`)} />}
    </div>
  )
}

/** The code of all these sales; undefined for those of a list of codes. */
function codeOf(sales: ReadonlyArray<Sale>): string | undefined {
  const codes = new Set(sales.map(({ discount }) => discount?.code))
  return codes.size === 1 ? [...codes][0] : undefined
}

/** The sales as a file. Who bought is in it with Pro. */
function ExportLink({ query }: { query: Record<string, string> }) {
  const { data: viewer } = useCurrentUser()
  const isProSold = useIsProSold()
  return (
    <div className="grid justify-items-end gap-1 max-sm:justify-items-start">
      <LinkButton variant="secondary" download href={buildUrl(exportSales, { query })}>
        Export CSV
      </LinkButton>
      {viewer?.plan === 'creator' && isProSold && (
        <TextLink href="/subscribe" className="inline-flex min-h-11 items-center text-sm">
          With buyers’ addresses: Pro
        </TextLink>
      )}
    </div>
  )
}

function NoSales() {
  return (
    <EmptyState
      drawing={<DropAboveWater />}
      title="No sales yet"
      description="Share a tip link, and your sales will show up here as soon as they’re paid."
      action={<LinkButton href="/">Go to dashboard</LinkButton>}
    />
  )
}

function NoMatchingSales({ hasFilters, onClear }: { hasFilters: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title="No matching sales"
      description={
        hasFilters
          ? 'No sales match your search and filters.'
          : 'Search by the start of an email address, part of an item’s title, or a full order number.'
      }
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  )
}

import { useLocation, useParams, useSearchParams } from 'wouter'
import { urlOf } from '../../../contract/route.ts'
import { exportSales, listSales } from '../../../contract/sales.ts'
import { isSignedOut } from '../../api/api-error.ts'
import { useViewer } from '../../api/hooks.ts'
import { useLiveSales } from '../../api/live.ts'
import { useReadPages } from '../../api/pages.ts'
import { SigningIn } from '../../api/signed-in.tsx'
import { Card } from '../../ui/card.tsx'
import { counted } from '../../ui/count-text.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { NoMatch, NoSales } from './empty.tsx'
import { FilterBar } from './filter-bar.tsx'
import { isNarrowed, noFilters, queryOf, readFilters, writeFilters } from './filters.ts'
import { SaleDrawer } from './sale-drawer.tsx'
import { SaleRows, WaitingSales } from './sale-rows.tsx'

/** Every sale, the newest first; one of them lies open beside the list where the address names it. */
export function SalesPage() {
  useLiveSales()
  const { id } = useParams()
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  const filters = readFilters(query)
  const list = useReadPages(listSales, queryOf(filters), ({ next }) => next)
  const pages = list.data?.pages ?? []
  const sales = pages.flatMap((page) => page.sales)
  const total = pages[0]?.total
  const search = writeFilters(filters)

  if (isSignedOut(list.error)) return <SigningIn />
  const change = (next: Partial<typeof filters>) =>
    navigate(`/sales${writeFilters({ ...filters, ...next })}`, { replace: true })
  return (
    <div className="grid gap-[18px]">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pt-5 pb-0.5">
        <div>
          <h1 className="text-2xl">Sales</h1>
          {total !== undefined && <p className="text-ink-soft">{counted(total, 'sale')} so far</p>}
        </div>
        <ExportLink query={queryOf(filters)} />
      </header>
      <Card className="overflow-clip p-0" aria-busy={list.isPlaceholderData}>
        {total !== 0 && <FilterBar filters={filters} change={change} item={sales[0]?.title} />}
        {!list.data && !list.error && <WaitingSales />}
        {!list.data && list.error && (
          <ErrorState
            title="Your sales did not load"
            text={list.error.sentence}
            retry={() => void list.refetch()}
          />
        )}
        {total === 0 && <NoSales />}
        {total !== undefined && total > 0 && sales.length === 0 && (
          <NoMatch isNarrowed={isNarrowed(filters)} onClear={() => change(noFilters)} />
        )}
        <SaleRows
          sales={sales}
          search={search}
          more={
            list.hasNextPage
              ? { busy: list.isFetchingNextPage, failed: list.isFetchNextPageError, load: list.fetchNextPage }
              : undefined
          }
        />
      </Card>
      {id && <SaleDrawer key={id} id={id} onClose={() => navigate(`/sales${search}`)} />}
    </div>
  )
}

/** The customer export is a part of Pro: others are shown the way to it. */
function ExportLink({ query }: { query: Record<string, string> }) {
  const { data: viewer } = useViewer()
  if (viewer?.plan !== 'pro')
    return (
      <LinkButton variant="ghost" href="/subscribe">
        Export CSV with Pro
      </LinkButton>
    )
  return (
    <LinkButton variant="ghost" href={urlOf(exportSales, { query })}>
      Export CSV
    </LinkButton>
  )
}

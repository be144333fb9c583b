import { ChartLine, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { getAnalyticsReport, type AnalyticsReport as Report } from '../../../../contract/analytics.ts'
import { useApiQuery } from '../../../api/query.ts'
import { UpgradePage } from '../../../shared/pro.tsx'
import { RequireAuth } from '../../../shared/require-auth.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type DateRange, formatRange, type ReportFilters, useReportFilters } from './date-range.ts'
import { FunnelCard } from './funnel-card.tsx'
import { HeatMap } from './heat-map.tsx'
import { ReportChart } from './report-chart.tsx'
import { ReportToolbar } from './report-toolbar.tsx'
import { ContentBreakdown, isGivenAway, ReportTotals } from './report-totals.tsx'
import { SourceTable } from './source-table.tsx'

/** Views, checkouts, sales and sources in a range of days; `children` below the report. */
export function AnalyticsPage({ children }: { children: ReactNode }) {
  return (
    <RequireAuth>
      {({ plan }) => (plan === 'pro' ? <Analytics>{children}</Analytics> : <AnalyticsUpgrade />)}
    </RequireAuth>
  )
}

function Analytics({ children }: { children: ReactNode }) {
  const [filters, setFilters] = useReportFilters()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const { data, error, refetch } = useApiQuery(getAnalyticsReport, {
    query: { ...filters, timeZone },
    keepPreviousData: true,
  })
  const showAllItems = () => setFilters({ item: undefined })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-[18px]">
      <header className="grid gap-x-6 gap-y-3.5 pt-5">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3.5">
          <div className="min-w-0 grow basis-56">
            <h1 className="text-2xl">Analytics</h1>
            <p className="text-ink-soft">{rangeText(filters, data)}</p>
          </div>
          <ReportToolbar filters={filters} onChange={setFilters} report={data} errors={error?.fields} />
        </div>
      </header>
      {error?.code === 'not_found' && <UnknownItem onShowAllItems={showAllItems} />}
      {error && error.code !== 'not_found' && Object.keys(error.fields).length === 0 && (
        <Card padding="none">
          <ErrorState
            title="Your stats didn’t load"
            description={error.userMessage}
            onRetry={() => void refetch()}
          />
        </Card>
      )}
      {!data && !error && <AnalyticsSkeleton />}
      {data && !error && isEmptyReport(data) && <EmptyReport report={data} onShowAllItems={showAllItems} />}
      {data && !error && !isEmptyReport(data) && (
        <AnalyticsReport report={data} timeZone={timeZone} filters={filters} />
      )}
      {children}
    </div>
  )
}

/** `Oct 24 to Nov 22, 2026, compared with the 30 days before`. */
function rangeText(filters: DateRange, report: Report | undefined): string {
  const isLoaded = report?.days[0]?.day === filters.from && report.days.at(-1)?.day === filters.to
  const dates = formatRange(filters)
  if (!isLoaded || report.previous === null) return dates
  const count = report.days.length
  return count === 1
    ? `${dates}, compared with the day before`
    : `${dates}, compared with the ${count} days before`
}

function UnknownItem({ onShowAllItems }: { onShowAllItems: () => void }) {
  return (
    <Card padding="none">
      <EmptyState
        icon={<SearchX aria-hidden />}
        title="We couldn’t find that item"
        description="The link may be wrong, or the item belongs to another account."
        action={<Button onClick={onShowAllItems}>Show all items</Button>}
      />
    </Card>
  )
}

function AnalyticsUpgrade() {
  return (
    <UpgradePage
      icon={<ChartLine aria-hidden />}
      title="Advanced analytics is part of Pro"
      description="See views, checkouts and sales by item and day, and where visitors came from, for any dates. We’re already collecting your data, so your history will be there when you upgrade."
      secondaryAction={
        <LinkButton variant="secondary" href="/dashboard">
          Back to Dashboard
        </LinkButton>
      }
    />
  )
}

/** The strip of totals, the funnel beside the sources, and the chart. */
function AnalyticsSkeleton() {
  return (
    <div role="status" className="grid gap-[18px]">
      <span className="sr-only">Loading your stats</span>
      <Skeleton shape="card" className="h-[230px] sm:h-[118px]" />
      <div className="grid gap-[18px] lg:grid-cols-[minmax(0,0.82fr)_minmax(0,1fr)]">
        <Skeleton shape="card" className="h-[300px]" />
        <Skeleton shape="card" className="h-[300px]" />
      </div>
      <Skeleton shape="card" className="h-[360px]" />
    </div>
  )
}

type AnalyticsReportProps = { report: Report; timeZone: string; filters: ReportFilters }

function AnalyticsReport({ report, timeZone, filters }: AnalyticsReportProps) {
  const { item, total, currency, items, sources, hours, countedSince, days } = report
  const firstDay = days[0]?.day ?? ''
  const isFree = isGivenAway(report)
  return (
    <>
      {countedSince !== null && countedSince > firstDay && (
        <p className="text-ink-soft">{`Counted since ${formatDate(countedSince)}, ${item ? 'its' : 'your'} first day with a view or a sale.`}</p>
      )}
      <ReportTotals report={report} />
      <div
        className={`grid grid-cols-[minmax(0,1fr)] gap-[18px] ${isFree ? '' : 'lg:grid-cols-[minmax(0,0.82fr)_minmax(0,1fr)]'}`}
      >
        {!isFree && <FunnelCard total={total} />}
        <SourceTable sources={sources} total={total} currency={currency} isFree={isFree} />
      </div>
      <ReportChart key={item?.id} report={report} isFree={isFree} timeZone={timeZone} />
      {!isFree && <HeatMap hours={hours} timeZone={timeZone} />}
      {!item && <ContentBreakdown items={items} currency={currency} filters={filters} />}
    </>
  )
}

type EmptyReportProps = {
  report: Pick<Report, 'item' | 'countedSince'>
  onShowAllItems: () => void
}

function isEmptyReport({ total }: Pick<Report, 'total'>): boolean {
  const { views, checkouts, sales, givenFree, earned, refunded } = total
  return views + checkouts + sales + givenFree + earned + refunded === 0
}

/** Replaces a report in which every number would be zero. */
function EmptyReport({ report: { item, countedSince }, onShowAllItems }: EmptyReportProps) {
  return (
    <Card padding="none">
      <EmptyState
        icon={<ChartLine aria-hidden />}
        title={countedSince === null && !item ? 'No visits yet' : 'No activity in this period'}
        description={emptyText(item?.title, countedSince)}
        action={
          item ? (
            <Button variant="secondary" onClick={onShowAllItems}>
              Show all items
            </Button>
          ) : (
            <LinkButton href="/dashboard#content">Share a link</LinkButton>
          )
        }
      />
    </Card>
  )
}

function emptyText(title: string | undefined, countedSince: string | null): string {
  if (title !== undefined)
    return `“${title}” had no visits and no sales on these dates. Choose other dates, or look at all items.`
  if (countedSince === null)
    return 'Share a link. You’ll see here where visitors come from and what they buy.'
  return 'Your tip pages had no visits and no sales on these dates. Choose other dates, or share a link again.'
}

import { ChartLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { getAnalyticsReport } from '../../../contract/analytics-report.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { RequireAuth } from '../../shared/require-auth.tsx'
import { UpgradePage } from '../../shared/upgrade-page.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AnalyticsReport } from './analytics-report.tsx'
import { DateRangePicker } from './date-range-picker.tsx'
import { useDateRange } from './use-date-range.ts'

/** Views, checkouts, sales and sources in a range of days; `children` below the report. */
export function AnalyticsPage({ children }: { children: ReactNode }) {
  return (
    <RequireAuth>
      {({ plan }) => (plan === 'pro' ? <Analytics>{children}</Analytics> : <AnalyticsUpgrade />)}
    </RequireAuth>
  )
}

function Analytics({ children }: { children: ReactNode }) {
  const [dateRange, setDateRange] = useDateRange()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const { data, error, refetch } = useApiQuery(getAnalyticsReport, {
    query: { ...dateRange, timeZone },
    keepPreviousData: true,
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-[18px]">
      <h1 className="pt-5 text-2xl">Analytics</h1>
      <Card className="p-4 sm:p-[22px]">
        <DateRangePicker dateRange={dateRange} onChange={setDateRange} errors={error?.fields} />
      </Card>
      {error && Object.keys(error.fields).length === 0 && (
        <ErrorState
          title="Your stats didn’t load"
          description={error.userMessage}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <AnalyticsSkeleton />}
      {data && !error && <AnalyticsReport report={data} timeZone={timeZone} />}
      {children}
    </div>
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

function AnalyticsSkeleton() {
  return (
    <div role="status" className="grid gap-[18px]">
      <span className="sr-only">Loading your stats</span>
      <div className="grid grid-cols-2 gap-[18px] lg:grid-cols-4">
        {['views', 'checkouts', 'sales', 'earned'].map((name) => (
          <Skeleton key={name} className="h-[118px] rounded-md" />
        ))}
      </div>
      <Skeleton className="h-[280px] rounded-md" />
    </div>
  )
}

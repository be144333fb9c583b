import type * as contract from '../../../contract/analytics-report.ts'
import { formatDate } from '../../ui/date-text.ts'
import { ContentBreakdown } from './content-breakdown.tsx'
import type { ReportFilters } from './date-range.ts'
import { FunnelCard } from './funnel-card.tsx'
import { HeatMap } from './heat-map.tsx'
import { ReportChart } from './report-chart.tsx'
import { ReportTotals } from './report-totals.tsx'
import { SourceTable } from './source-table.tsx'

type AnalyticsReportProps = { report: contract.AnalyticsReport; timeZone: string; filters: ReportFilters }

/** The report: totals, funnel, sources, chart, sales by hour and, without an item, the items. */
export function AnalyticsReport({ report, timeZone, filters }: AnalyticsReportProps) {
  const { item, total, currency, items, sources, hours, countedSince, days } = report
  const firstDay = days[0]?.day ?? ''
  return (
    <>
      {countedSince !== null && countedSince > firstDay && (
        <p className="text-ink-soft">{`Counted since ${formatDate(countedSince)}, ${item ? 'its' : 'your'} first day with a view or a sale.`}</p>
      )}
      <ReportTotals report={report} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-[18px] lg:grid-cols-[minmax(0,0.82fr)_minmax(0,1fr)]">
        <FunnelCard total={total} />
        <SourceTable sources={sources} total={total} currency={currency} />
      </div>
      <ReportChart report={report} />
      <HeatMap hours={hours} timeZone={timeZone} />
      {!item && <ContentBreakdown items={items} currency={currency} filters={filters} />}
    </>
  )
}

import { Readable } from 'node:stream'
import { formatDecimal, type MinorUnits } from '../../../contract/money.ts'
import { type Column, csvText } from '../../http/csv.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { StreamedFile } from '../../http/streamed-file.ts'
import type { Ports } from '../../ports/index.ts'
import { type ReportQuery, resolveReportScope } from './detail.ts'
import { loadReportDays, type ReportDay, sumReportDays } from './report-totals.ts'

type Figures = Omit<ReportDay, 'day'>

/** The days of a report as CSV with totals. Needs Pro. Throws AppError like the report. */
export async function exportReportCsv(
  ports: Ports,
  viewer: Viewer,
  query: ReportQuery,
): Promise<StreamedFile> {
  const { scope, item, range } = await resolveReportScope(ports, viewer, query)
  const { currency } = ports.config
  const days = await loadReportDays(ports.db, scope, range)
  const money = (amount: MinorUnits) => formatDecimal(amount, currency)
  const figures: Array<Column<Figures>> = [
    { name: 'Views', of: ({ views }) => views },
    { name: 'Checkouts', of: ({ checkouts }) => checkouts },
    { name: 'Sales', of: ({ sales }) => sales },
    { name: 'Fully refunded sales', of: ({ refundedSales }) => refundedSales },
    { name: `Earned (${currency})`, of: ({ earned }) => money(earned), isNumeric: true },
    { name: `Refunded (${currency})`, of: ({ refunded }) => money(refunded), isNumeric: true },
    { name: `Your earnings (${currency})`, of: ({ netEarnings }) => money(netEarnings), isNumeric: true },
  ]
  const columns: Array<Column<ReportDay>> = [
    { name: 'Day (UTC)', of: ({ day }) => day },
    { name: 'Item', of: () => item?.title ?? 'All items' },
    ...figures,
  ]
  const sums = sumReportDays(days)
  const totals = ['Total', '', ...figures.map(({ of: getValue }) => getValue(sums))]
  return {
    name: `tipdrop-analytics-${range.from}-to-${range.to}.csv`,
    type: 'text/csv; charset=utf-8',
    createStream: () => Readable.from([csvText(columns, days, totals, 'spreadsheet')]),
  }
}

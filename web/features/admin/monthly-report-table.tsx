import { CalendarCheck } from 'lucide-react'
import { getMonthlyReports } from '../../../contract/admin.ts'
import { getMonthlyReportFile } from '../../../contract/admin-monthly-payouts.ts'
import { getInstance } from '../../../contract/instance.ts'
import { buildUrl } from '../../../contract/route.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import type { ResponseOf } from '../../api/types.ts'
import { formatCount } from '../../ui/count-text.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { formatMonth } from './admin-format.ts'
import { AdminQueryState } from './admin-query-state.tsx'

type Report = ResponseOf<typeof getMonthlyReports>[number]

/** The closed months. Their figures are final. */
export function MonthlyReportTable() {
  const read = useApiQuery(getMonthlyReports)
  const { data: instance } = useApiQuery(getInstance)
  return (
    <AdminQueryState query={read} subject="Monthly reports">
      {(reports) =>
        reports.length === 0 ? (
          <EmptyState
            icon={<CalendarCheck aria-hidden />}
            title="No closed months yet"
            description="A month closes automatically one hour after it ends. Its report doesn’t change after that."
          />
        ) : (
          <DataTable
            label="Monthly reports"
            columns={columnsFor(reports, instance?.currency ?? 'USD')}
            rows={reports}
            rowKey={formatMonth}
          />
        )
      }
    </AdminQueryState>
  )
}

function columnsFor(reports: Array<Report>, currency: string): Array<Column<Report>> {
  const money = (name: string, amountOf: (report: Report) => number): Column<Report> => ({
    name,
    cell: (report) => formatMoney(amountOf(report), currency),
    isNumeric: true,
  })
  return [
    { name: 'Month', cell: (report) => <b>{formatMonth(report)}</b>, isRowHeader: true },
    money('Total Revenue', ({ totalRevenue }) => totalRevenue),
    ...(reports.some(({ taxes }) => taxes !== 0) ? [money('Tax', ({ taxes }) => taxes)] : []),
    money('Platform Earnings', ({ platformEarnings }) => platformEarnings),
    money('Creator Payouts', ({ creatorPayouts }) => creatorPayouts),
    {
      name: 'Transactions',
      cell: ({ transactionCount }) => formatCount(transactionCount),
      isNumeric: true,
    },
    {
      name: 'Report',
      cell: ({ month, year }) => (
        <TextLink
          href={buildUrl(getMonthlyReportFile, { query: { month, year } })}
          download
          className="-my-2.5 inline-grid min-h-11 place-items-center"
        >
          CSV<span className="sr-only"> of {formatMonth({ month, year })}</span>
        </TextLink>
      ),
      isNumeric: true,
    },
  ]
}

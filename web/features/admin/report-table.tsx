import { CalendarCheck } from 'lucide-react'
import { getMonthlyReports } from '../../../contract/admin.ts'
import { getMonthlyReportFile } from '../../../contract/admin-months.ts'
import { urlOf } from '../../../contract/route.ts'
import { getInstance } from '../../../contract/system.ts'
import { useRead } from '../../api/hooks.ts'
import type { ReplyOf } from '../../api/types.ts'
import { formatCount } from '../../ui/count-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { Loaded } from './loaded.tsx'
import { type Column, Table } from './table.tsx'
import { periodName } from './words.ts'

type Report = ReplyOf<typeof getMonthlyReports>[number]

/** The months that are over. What they say never changes again. */
export function ReportTable() {
  const read = useRead(getMonthlyReports)
  const { data: instance } = useRead(getInstance)
  return (
    <Loaded read={read} what="The reports">
      {(reports) =>
        reports.length === 0 ? (
          <EmptyState
            icon={<CalendarCheck aria-hidden />}
            title="No month is closed yet"
            text="A month closes an hour after its end, by itself. Its report then stays as it is."
          />
        ) : (
          <Table
            label="Monthly reports"
            columns={columnsIn(instance?.currency ?? 'USD')}
            rows={reports}
            keyOf={periodName}
          />
        )
      }
    </Loaded>
  )
}

function columnsIn(currency: string): Array<Column<Report>> {
  const money = (name: string, of: (report: Report) => number): Column<Report> => ({
    name,
    cell: (report) => formatMoney(of(report), currency),
    isFigure: true,
  })
  return [
    { name: 'Month', cell: (report) => <b>{periodName(report)}</b>, isTitle: true },
    money('Total Revenue', ({ totalRevenue }) => totalRevenue),
    money('Platform Earnings', ({ platformEarnings }) => platformEarnings),
    money('Creator Payouts', ({ creatorPayouts }) => creatorPayouts),
    {
      name: 'Transactions',
      cell: ({ transactionCount }) => formatCount(transactionCount),
      isFigure: true,
    },
    {
      name: 'Report',
      cell: ({ month, year }) => (
        <TextLink
          href={urlOf(getMonthlyReportFile, { query: { month, year } })}
          download
          className="-my-2.5 inline-grid min-h-11 place-items-center"
        >
          CSV<span className="sr-only"> of {periodName({ month, year })}</span>
        </TextLink>
      ),
      isFigure: true,
    },
  ]
}

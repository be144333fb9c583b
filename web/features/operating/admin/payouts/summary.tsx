import { CalendarCheck } from 'lucide-react'
import {
  getMonthlyReportFile,
  getMonthlyReports,
  getPayoutSummary,
} from '../../../../../contract/admin-payouts.ts'
import { getInstance } from '../../../../../contract/instance.ts'
import { buildUrl } from '../../../../../contract/route.ts'
import { useApiQuery } from '../../../../api/query.ts'
import type { ResponseOf } from '../../../../api/types.ts'
import { QueryState } from '../../../../shared/query-state.tsx'
import { Card } from '../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { formatCount, formatMoney } from '../../../../ui/format.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { StatStrip } from '../../../../ui/stat.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { AdminList } from '../admin-list.tsx'
import { formatMonth } from '../format.ts'
import type { YearMonth } from '../month-picker.tsx'

export function SummaryCards({ period }: { period: YearMonth }) {
  const read = useApiQuery(getPayoutSummary, { query: period })
  const { data: instance } = useApiQuery(getInstance)
  const money = (amount: number) => formatMoney(amount, instance?.currency ?? 'USD')
  return (
    <QueryState query={read} subject="The summary" skeleton={<SummaryCardsSkeleton />}>
      {(data) => <StatStrip label="Summary" stats={summaryFigures(data, money)} />}
    </QueryState>
  )
}

function summaryFigures(summary: ResponseOf<typeof getPayoutSummary>, money: (amount: number) => string) {
  const { totalRevenue, taxes, platformCommission, totalPayouts, pendingPayouts, creatorCount } = summary
  const { proRevenue, proTaxes } = summary
  const revenueNote = taxes === 0 ? 'Net of refunds' : `Net of refunds, with ${money(taxes)} tax`
  return [
    { label: 'Total Revenue', value: money(totalRevenue), caption: revenueNote },
    { label: 'Platform Commission', value: money(platformCommission), caption: 'Our share' },
    { label: 'Total Payouts', value: money(totalPayouts), caption: 'Paid or to pay manually' },
    { label: 'Pending Payouts', value: money(pendingPayouts), caption: 'Ready or waiting' },
    { label: 'Creators', value: formatCount(creatorCount), caption: 'With earnings' },
    ...(proRevenue === 0
      ? []
      : [
          {
            label: 'Pro',
            value: money(proRevenue),
            caption:
              proTaxes === 0 ? 'Not in the revenue' : `Not in the revenue, with ${money(proTaxes)} tax`,
          },
        ]),
  ]
}

function SummaryCardsSkeleton() {
  return (
    <Card padding="none" className="p-4 sm:p-[22px]">
      <div role="status" className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-6">
        <span className="sr-only">Loading the summary</span>
        {['revenue', 'commission', 'payouts', 'pending', 'creators'].map((name) => (
          <div key={name} className="grid gap-2">
            <Skeleton className="w-3/5" />
            <Skeleton shape="block" className="h-7 w-4/5" />
            <Skeleton className="w-2/3" />
          </div>
        ))}
      </div>
    </Card>
  )
}

type Report = ResponseOf<typeof getMonthlyReports>[number]

/** The closed months. Their figures are final. */
export function MonthlyReportTable() {
  const read = useApiQuery(getMonthlyReports)
  const { data: instance } = useApiQuery(getInstance)
  return (
    <AdminList
      query={read}
      subject="Monthly reports"
      countOf={({ length }) => length}
      empty={{
        icon: <CalendarCheck aria-hidden />,
        title: 'No closed months yet',
        description:
          'A month closes automatically one hour after it ends. Its report doesn’t change after that.',
      }}
    >
      {(reports) => (
        <DataTable
          label="Monthly reports"
          columns={columnsFor(reports, instance?.currency ?? 'USD')}
          rows={reports}
          rowKey={formatMonth}
        />
      )}
    </AdminList>
  )
}

function columnsFor(reports: Array<Report>, currency: string): Array<Column<Report>> {
  const money = (name: string, amountOf: (report: Report) => number): Column<Report> => ({
    name,
    cell: (report) => formatMoney(amountOf(report), currency),
    isNumeric: true,
  })
  return [
    { name: 'Month', cell: (report) => <b>{formatMonth(report)}</b>, phone: 'title' },
    { ...money('Total Revenue', ({ totalRevenue }) => totalRevenue), phone: 'figure' },
    ...(reports.some(({ taxes }) => taxes !== 0) ? [money('Tax', ({ taxes }) => taxes)] : []),
    ...(reports.some(({ proRevenue }) => proRevenue !== 0)
      ? [money('Pro', ({ proRevenue }) => proRevenue)]
      : []),
    money('Platform Earnings', ({ platformEarnings }) => platformEarnings),
    money('Creator Payouts', ({ creatorPayouts }) => creatorPayouts),
    {
      name: 'Transactions',
      cell: ({ transactionCount }) => (
        <>
          {formatCount(transactionCount)}
          <span className="@min-[38rem]:hidden"> {transactionCount === 1 ? 'sale' : 'sales'}</span>
        </>
      ),
      isNumeric: true,
      phone: 'detail',
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
      phone: 'action',
    },
  ]
}

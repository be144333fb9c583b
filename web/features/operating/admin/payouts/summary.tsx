import { clsx } from 'clsx'
import { CalendarCheck, Info } from 'lucide-react'
import {
  getMonthlyReportFile,
  getMonthlyReports,
  getPayoutBreakdown,
  getPayoutSummary,
  type PayoutStage,
} from '../../../../../contract/admin-payouts.ts'
import { getInstance } from '../../../../../contract/instance.ts'
import { buildUrl } from '../../../../../contract/route.ts'
import { useApiQuery } from '../../../../api/query.ts'
import type { ResponseOf } from '../../../../api/types.ts'
import { QueryState } from '../../../../shared/query-state.tsx'
import { useSearchParamsState } from '../../../../shared/use-search-params-state.ts'
import { Card } from '../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { formatCount, formatMoney, pluralize } from '../../../../ui/format.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { StatCard } from '../../../../ui/stat.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { AdminList, AdminQueryState } from '../admin-list.tsx'
import { formatMonth } from '../format.ts'
import type { YearMonth } from '../month-picker.tsx'

export function SummaryCards({ period }: { period: YearMonth }) {
  const read = useApiQuery(getPayoutSummary, { query: period })
  const { data: instance } = useApiQuery(getInstance)
  const money = (amount: number) => formatMoney(amount, instance?.currency ?? 'USD')
  return (
    <QueryState query={read} subject="The summary" skeleton={<SummaryCardsSkeleton />}>
      {(data) => (
        <div className="@container">
          <div className={gridClass}>
            {summaryFigures(data, money).map(([label, value, caption]) => (
              <StatCard key={label} label={label} value={value} caption={caption} />
            ))}
          </div>
        </div>
      )}
    </QueryState>
  )
}

function summaryFigures(summary: ResponseOf<typeof getPayoutSummary>, money: (amount: number) => string) {
  const { totalRevenue, taxes, platformCommission, totalPayouts, pendingPayouts, creatorCount } = summary
  const revenueNote = taxes === 0 ? 'Net of refunds' : `Net of refunds, with ${money(taxes)} tax`
  return [
    ['Total Revenue', money(totalRevenue), revenueNote],
    ['Platform Commission', money(platformCommission), 'Platform share of sales'],
    ['Total Payouts', money(totalPayouts), 'Paid or processing this month'],
    ['Pending Payouts', money(pendingPayouts), 'Ready, or waiting for a method'],
    ['Creators', formatCount(creatorCount), 'With earnings or a balance to pay'],
  ] as const
}

/** Container queries in rem, so that larger text gets fewer columns. */
const gridClass =
  'grid gap-3 sm:gap-[18px] @min-[18rem]:grid-cols-2 @min-[56rem]:grid-cols-5 @max-[56rem]:*:last:col-span-full'

function SummaryCardsSkeleton() {
  return (
    <div role="status" className="@container">
      <span className="sr-only">Loading the summary</span>
      <div className={gridClass}>
        {['revenue', 'commission', 'payouts', 'pending', 'creators'].map((name) => (
          <Card key={name} padding="none" className="grid gap-3 p-4 sm:p-[22px]">
            <Skeleton className="w-3/5" />
            <Skeleton shape="block" className="h-8 w-4/5" />
            <Skeleton className="w-2/3" />
          </Card>
        ))}
      </div>
    </div>
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

type Breakdown = ResponseOf<typeof getPayoutBreakdown>
type Stage = (typeof shownStages)[number]

export function PayoutBreakdown({ period }: { period: YearMonth }) {
  const read = useApiQuery(getPayoutBreakdown, { query: period })
  return (
    <AdminQueryState query={read} subject="The breakdown">
      {(breakdown) => <BreakdownFigures breakdown={breakdown} />}
    </AdminQueryState>
  )
}

function BreakdownFigures({ breakdown }: { breakdown: Breakdown }) {
  const { stages, currency } = breakdown
  const visibleStages = shownStages.filter(
    (stage) => mainStages.includes(stage) || stages[stage].creators > 0,
  )
  const total = visibleStages.reduce((sum, stage) => sum + stages[stage].amount, 0)
  return (
    <div className="@container grid gap-5 p-4 sm:p-[22px]">
      <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-sunken">
        {visibleStages
          .filter((stage) => stages[stage].amount > 0)
          .map((stage) => (
            <span
              key={stage}
              className={clsx('min-w-1', stageLabels[stage].color)}
              style={{ flexGrow: stages[stage].amount / total }}
            />
          ))}
      </div>
      <ul className="m-0 grid list-none gap-3 p-0 @min-[30rem]:grid-cols-2 @min-[52rem]:auto-cols-fr @min-[52rem]:grid-flow-col @min-[52rem]:grid-cols-none">
        {visibleStages.map((stage) => (
          <StageButton key={stage} stage={stage} figures={stages[stage]} currency={currency} />
        ))}
      </ul>
      <p className="flex items-start gap-2.5 rounded-md bg-sunken px-4 py-3 text-ink-soft">
        <Info aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span>{runSummary(breakdown)}</span>
      </p>
    </div>
  )
}

type StageButtonProps = { stage: Stage; figures: { amount: number; creators: number }; currency: string }

function StageButton({ stage, figures: { amount, creators }, currency }: StageButtonProps) {
  const [query, setParams] = useSearchParamsState()
  const isPressed = query.get('stage') === stage
  const { label, note, color } = stageLabels[stage]
  return (
    <li className="min-w-0">
      <button
        type="button"
        aria-pressed={isPressed}
        onClick={() => setParams({ stage: isPressed ? undefined : stage, page: undefined })}
        className={clsx(
          'moves grid h-full w-full content-start rounded-md border-[1.5px] p-3 text-left',
          isPressed ? 'border-brand bg-brand-soft hover:bg-brand-soft' : 'border-transparent hover:bg-sunken',
        )}
      >
        <span className="flex items-center gap-2 font-semibold">
          <span aria-hidden className={clsx('size-2.5 shrink-0 rounded-[3px]', color)} />
          {label}
        </span>
        <span className="my-1 block font-[650] font-display text-xl tabular-nums">
          {formatMoney(amount, currency)}
        </span>
        <span className={clsx('block text-sm', isPressed ? 'text-ink-soft' : 'text-ink-faint')}>
          {pluralize(creators, 'creator')}. {note}
        </span>
      </button>
    </li>
  )
}

/** One or two sentences on whom *Process All Payouts* would pay now, and whom it would skip. */
export function runSummary({ stages, currency }: Breakdown): string {
  const { ready } = stages
  const skips = skipTexts
    .map(([stage, text]) => ({ creators: stages[stage].creators, text }))
    .filter(({ creators }) => creators > 0)
    .map(({ creators, text }) => `${creators} ${text}`)
  const skipped = skips.length > 0 ? ` It skips ${skips.join(', ')}.` : ''
  if (ready.creators === 0)
    return skips.length > 0
      ? `No one can be paid right now: ${skips.join(', ')}.`
      : 'No one is due a payout right now.'
  return `Process All Payouts pays ${formatMoney(ready.amount, currency)} to ${pluralize(ready.creators, 'creator')}.${skipped}`
}

const skipTexts: Array<[PayoutStage, string]> = [
  ['payout_method_missing', 'without a payout method'],
  ['below_minimum', 'below the minimum'],
  ['suspended', 'suspended'],
]

type StageLabel = {
  label: string
  /** A line under the sum. */
  note: string
  /** The CSS class of its part of the bar. */
  color: string
}

export const stageLabels: Record<Exclude<PayoutStage, 'below_minimum'>, StageLabel> = {
  paid: { label: 'Paid', note: 'Sent with a reference.', color: 'bg-ink-faint' },
  in_transit: { label: 'In transit', note: 'Transfers on their way.', color: 'bg-brand-strong' },
  to_pay_manually: { label: 'To pay manually', note: 'Processed, not sent yet.', color: 'bg-accent' },
  ready: { label: 'Ready to pay', note: 'Go out with the next run.', color: 'bg-brand' },
  payout_method_missing: {
    label: 'Waiting for a method',
    note: 'Skipped until they add one.',
    color: 'bg-warn',
  },
  suspended: { label: 'Suspended', note: 'Skipped while suspended.', color: 'bg-danger' },
}

/** In the order of the bar: paid money first. */
export const shownStages = [
  'paid',
  'in_transit',
  'to_pay_manually',
  'ready',
  'payout_method_missing',
  'suspended',
] as const

/** Shown also when they are empty. */
const mainStages: ReadonlyArray<PayoutStage> = ['paid', 'to_pay_manually', 'ready', 'payout_method_missing']

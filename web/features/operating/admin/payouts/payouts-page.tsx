import { CalendarClock, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { exportCreatorPayoutsCsv } from '../../../../../contract/admin-payouts.ts'
import { getPayoutCalendar, type PayoutRun } from '../../../../../contract/payout-runs.ts'
import { formatLongDate, formatMonth as formatYearMonth } from '../../../../../domain/dates.ts'
import { ApiError } from '../../../../api/client.ts'
import { useApiMutation, useApiQuery } from '../../../../api/query.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { downloadBlob } from '../../../../ui/download-blob.ts'
import { toast } from '../../../../ui/toast.ts'
import { AdminLayout, AdminOnly } from '../admin-layout.tsx'
import { formatMonth } from '../format.ts'
import { MonthPicker, useSelectedMonth, type YearMonth } from '../month-picker.tsx'
import { CreatorTable } from './creator-table.tsx'
import { NeedsAttention } from './needs-attention.tsx'
import { PayoutFunds } from './payout-funds.tsx'
import { PayoutList } from './payout-list.tsx'
import { ProcessPayouts, resultText } from './process-payouts.tsx'
import { MonthlyReportTable, PayoutBreakdown, SummaryCards } from './summary.tsx'
import { MonthlyTrends } from './trends.tsx'

/** `/admin`: the month's summary, its payouts, and earlier months. */
export function PayoutsPage() {
  const [period, setPeriod] = useSelectedMonth()
  return (
    <AdminLayout
      title="Admin"
      description="All figures come from the ledger. Months are in UTC."
      action={<MonthPicker period={period} onChange={setPeriod} />}
    >
      <SummaryCards period={period} />
      <PayoutCalendarCard />
      <AdminSection
        id="breakdown"
        title={`Payouts for ${formatMonth(period)}`}
        action={
          <div className="flex flex-wrap gap-3 max-sm:grid max-sm:w-full">
            <ExportButton period={period} />
            <AdminOnly>
              <ProcessPayouts period={period} />
            </AdminOnly>
          </div>
        }
      >
        <Card padding="none" className="overflow-clip">
          <PayoutBreakdown period={period} />
          <PayoutFunds />
        </Card>
      </AdminSection>
      <NeedsAttention />
      <AdminSection id="creators" title="Creator payouts">
        <CreatorTable key={`${period.year}-${period.month}`} period={period} />
      </AdminSection>
      <AdminSection id="payouts" title="Payouts">
        <PayoutList period={period} />
      </AdminSection>
      <MonthlyTrends />
      <AdminSection id="reports" title="Monthly reports">
        <MonthlyReportTable />
      </AdminSection>
    </AdminLayout>
  )
}

type AdminSectionProps = { id: string; title: string; action?: ReactNode; children: ReactNode }

function AdminSection({ id, title, action, children }: AdminSectionProps) {
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/** Downloads the month's creators as CSV: final for a closed month, current for others. */
function ExportButton({ period }: { period: YearMonth }) {
  const send = useApiMutation(exportCreatorPayoutsCsv, {
    onSuccess: (blob) => {
      downloadBlob(blob, `creator-payouts-${formatYearMonth(period)}.csv`)
      toast({
        title: 'Export Complete',
        description: `The report for ${formatMonth(period)} is in your downloads.`,
        tone: 'success',
      })
    },
    onError: (error) => {
      const description =
        error instanceof ApiError ? error.userMessage : 'We couldn’t save the file. Please try again.'
      toast({ title: 'Export Failed', description, tone: 'destructive' })
    },
  })

  return (
    <Button variant="secondary" isLoading={send.isPending} onClick={() => send.mutate({ query: period })}>
      <Download aria-hidden />
      Export CSV Report
    </Button>
  )
}

/** When payouts start automatically, and what the last run did. Nothing while it loads: the page does not need it. */
function PayoutCalendarCard() {
  const { data } = useApiQuery(getPayoutCalendar)
  if (!data || data.disabledReason !== null) return null
  const { nextRun, lastRun } = data
  return (
    <Card padding="none" className="flex items-start gap-3 p-4 sm:p-[22px]">
      <CalendarClock aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
      <section aria-labelledby="payout-calendar" className="grid gap-1">
        <h2 id="payout-calendar" className="font-semibold text-base">
          {nextRun
            ? `Next payouts start on ${formatLongDate(new Date(nextRun.at))}`
            : 'Payouts start manually'}
        </h2>
        <p className="text-ink-soft">
          {nextRun
            ? `They start automatically at 6:00 UTC and pay the sales until the end of ${formatMonth(nextRun)}. You can also start them now.`
            : 'Start them with Process All Payouts. To start them automatically, choose a day of the month in Settings.'}
        </p>
        {lastRun && <p className="text-ink-soft">{lastRunText(lastRun)}</p>}
      </section>
    </Card>
  )
}

function lastRunText(run: PayoutRun): string {
  const day = formatLongDate(new Date(run.createdAt))
  if (run.state === 'running')
    return `The run of ${day} is in progress: ${run.processedCount} of ${run.total} creators.`
  const skipped = run.skippedCount > 0 ? ` ${run.skippedCount} skipped.` : ''
  return `The run of ${day} started automatically. ${resultText(run)}${skipped}`
}

import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { exportCreatorPayoutsCsv } from '../../../../../contract/admin-payouts.ts'
import { exportPayeeYears } from '../../../../../contract/payees.ts'
import { buildUrl } from '../../../../../contract/route.ts'
import { formatMonth as formatYearMonth } from '../../../../../domain/dates.ts'
import { ApiError } from '../../../../api/client.ts'
import { useApiMutation } from '../../../../api/query.ts'
import { Button, LinkButton } from '../../../../ui/button.tsx'
import { downloadBlob } from '../../../../ui/download-blob.ts'
import { toast } from '../../../../ui/toast.ts'
import { AdminLayout, useCanAct } from '../admin-layout.tsx'
import { formatMonth } from '../format.ts'
import { MonthPicker, useSelectedMonth, type YearMonth } from '../month-picker.tsx'
import { BatchesCard } from './batches/batches-card.tsx'
import { PayoutLog } from './payout-log.tsx'
import { RunCard } from './run-card.tsx'
import { SkippedCard } from './skipped-card.tsx'
import { MonthlyReportTable, SummaryCards } from './summary.tsx'
import { MonthlyTrends } from './trends.tsx'

/** `/admin`: the month's summary, its payouts, and earlier months. */
export function PayoutsPage() {
  const [period, setPeriod] = useSelectedMonth()
  return (
    <AdminLayout
      title="Payouts"
      action={
        <div className="flex flex-wrap items-end gap-2 max-sm:w-full">
          <MonthPicker period={period} onChange={setPeriod} />
          <ExportButton period={period} />
        </div>
      }
    >
      <SummaryCards period={period} />
      <RunCard period={period} />
      <BatchesCard period={period} />
      <SkippedCard period={period} />
      <PayoutLog period={period} />
      <MonthlyTrends />
      <AdminSection id="reports" title="Monthly reports" action={<PayeeYears year={period.year} />}>
        <MonthlyReportTable />
      </AdminSection>
      <p className="text-ink-faint text-sm">All figures come from the ledger. Months are in UTC.</p>
    </AdminLayout>
  )
}

/** Payee details are in it in clear, so accountants don’t get it. */
function PayeeYears({ year }: { year: number }) {
  if (!useCanAct()) return null
  return (
    <LinkButton
      variant="secondary"
      size="sm"
      href={buildUrl(exportPayeeYears, { query: { year } })}
      download
      title="Who was paid, and their sales, fees and earnings by quarter. Payee details are in clear, so each download is in the audit log."
    >
      <Download aria-hidden />
      {`Payees of ${year}`}
    </LinkButton>
  )
}

type AdminSectionProps = { id: string; title: string; action?: ReactNode; children: ReactNode }

function AdminSection({ id, title, action, children }: AdminSectionProps) {
  return (
    <section aria-labelledby={id} className="grid gap-4 pt-2">
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

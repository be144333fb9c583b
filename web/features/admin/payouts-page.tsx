import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import { formatMonth } from './admin-format.ts'
import { AdminLayout } from './admin-layout.tsx'
import { AdminOnly } from './admin-only.tsx'
import { CreatorTable } from './creator-table.tsx'
import { ExportButton } from './export-button.tsx'
import { MonthPicker, useSelectedMonth } from './month-picker.tsx'
import { MonthlyReportTable } from './monthly-report-table.tsx'
import { MonthlyTrends } from './monthly-trends.tsx'
import { NeedsAttention } from './needs-attention.tsx'
import { PayoutBreakdown } from './payout-breakdown.tsx'
import { PayoutCalendarCard } from './payout-calendar-card.tsx'
import { PayoutFunds } from './payout-funds.tsx'
import { PayoutList } from './payout-list.tsx'
import { ProcessPayouts } from './process-payouts.tsx'
import { SummaryCards } from './summary-cards.tsx'

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
        <PayoutBreakdown period={period} />
        <PayoutFunds />
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
      <Card padding="none" className="overflow-clip">
        {children}
      </Card>
    </section>
  )
}

import { Card } from '../../ui/card.tsx'
import { CreatorTable } from './creator-table.tsx'
import { ExportButton } from './export-button.tsx'
import { Frame } from './frame.tsx'
import { MonthPicker, useMonth } from './month-picker.tsx'
import { PayoutList } from './payout-list.tsx'
import { ProcessPayouts } from './process-payouts.tsx'
import { ReportTable } from './report-table.tsx'
import { SummaryCards } from './summary-cards.tsx'
import { periodName } from './words.ts'

/** `/admin`: what a month brought, who is paid, and the months before. */
export function PayoutsPage() {
  const [period, setPeriod] = useMonth()
  return (
    <Frame
      title="Admin"
      text="Months are those of UTC. Every figure is a sum over the ledger."
      action={<MonthPicker period={period} change={setPeriod} />}
    >
      <SummaryCards period={period} />
      <section aria-labelledby="creators" className="grid gap-4">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <h2 id="creators" className="text-xl">
            Creator payouts, {periodName(period)}
          </h2>
          <div className="flex flex-wrap gap-3 max-sm:grid max-sm:w-full">
            <ExportButton period={period} />
            <ProcessPayouts period={period} />
          </div>
        </div>
        <Card className="overflow-clip p-0">
          <CreatorTable key={`${period.year}-${period.month}`} period={period} />
        </Card>
      </section>
      <section aria-labelledby="payouts" className="grid gap-4">
        <h2 id="payouts" className="text-xl">
          Payouts made
        </h2>
        <Card className="overflow-clip p-0">
          <PayoutList period={period} />
        </Card>
      </section>
      <section aria-labelledby="reports" className="grid gap-4">
        <h2 id="reports" className="text-xl">
          Monthly reports
        </h2>
        <Card className="overflow-clip p-0">
          <ReportTable />
        </Card>
      </section>
    </Frame>
  )
}

import { CalendarClock } from 'lucide-react'
import { getPayoutCalendar, type PayoutRun } from '../../../contract/payout-runs.ts'
import { formatLongDate } from '../../../domain/dates.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { Card } from '../../ui/card.tsx'
import { formatMonth } from './admin-format.ts'
import { resultText } from './payout-run-text.ts'

/** When payouts start automatically, and what the last run did. Nothing while it loads: the page does not need it. */
export function PayoutCalendarCard() {
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

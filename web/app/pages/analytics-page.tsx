import { AnalyticsPage as Analytics } from '../../features/analytics/analytics-page.tsx'
import { PayoutTimeline } from '../../features/payouts/payout-timeline.tsx'

/** The report, and what becomes of the earnings. */
export function AnalyticsPage() {
  return (
    <Analytics>
      <PayoutTimeline direction="row" />
    </Analytics>
  )
}

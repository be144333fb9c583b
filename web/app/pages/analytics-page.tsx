import { AnalyticsPage as Analytics } from '../../features/analytics/analytics-page.tsx'
import { PayoutTimeline } from '../../features/payouts/payout-timeline.tsx'

/** The analytics report, and the payout timeline. */
export function AnalyticsPage() {
  return (
    <Analytics>
      <PayoutTimeline direction="row" />
    </Analytics>
  )
}

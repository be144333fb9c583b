import { AnalyticsPage as Analytics } from '../../features/earning/analytics/analytics-page.tsx'
import { PayoutTimeline } from '../../features/money/payouts/payout-timeline.tsx'

/** The analytics report, and the payout timeline. */
export function AnalyticsPage() {
  return (
    <Analytics>
      <PayoutTimeline direction="row" />
    </Analytics>
  )
}

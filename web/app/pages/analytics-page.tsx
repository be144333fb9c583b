import { AnalyticsPage as Analytics } from '../../features/earning/analytics/analytics-page.tsx'
import { PayoutTimeline } from '../../features/money/payouts/payout-timeline.tsx'

export function AnalyticsPage() {
  return (
    <Analytics>
      <PayoutTimeline direction="row" />
    </Analytics>
  )
}

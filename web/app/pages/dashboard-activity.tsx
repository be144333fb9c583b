import { site } from '../../../contract/site.ts'
import { LatestSales } from '../../features/earning/sales/latest-sales.tsx'
import { PayoutTimeline } from '../../features/money/payouts/payout-timeline.tsx'

/** The end of the dashboard, from the first sale on: the newest sales beside the next payout, if there are any. */
export function DashboardActivity() {
  if (site().isSolo) return <LatestSales />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-[18px] lg:grid-cols-[minmax(0,1.45fr)_minmax(0,1fr)]">
      <LatestSales />
      <PayoutTimeline direction="column" />
    </div>
  )
}

import { EarningsCard } from '../../features/earnings/earnings-card.tsx'
import { PayoutTimeline } from '../../features/payouts/payout-timeline.tsx'
import { LatestSales } from '../../features/sales/latest-sales.tsx'

/** The lower part of the dashboard, from the first sale on. */
export function DashboardEarnings() {
  return (
    <>
      <EarningsCard />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-[18px] lg:grid-cols-[minmax(0,1.45fr)_minmax(0,1fr)]">
        <LatestSales />
        <PayoutTimeline direction="column" />
      </div>
    </>
  )
}

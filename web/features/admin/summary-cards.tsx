import { getPayoutSummary } from '../../../contract/admin.ts'
import { getInstance } from '../../../contract/system.ts'
import { useRead } from '../../api/hooks.ts'
import { WhenLoaded } from '../../api/when-loaded.tsx'
import { Card } from '../../ui/card.tsx'
import { formatCount } from '../../ui/count-text.ts'
import { formatMoney } from '../../ui/money-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stat } from '../../ui/stat.tsx'
import type { Period } from './month-picker.tsx'

/** What the month moved, in five figures. */
export function SummaryCards({ period }: { period: Period }) {
  const read = useRead(getPayoutSummary, { query: period })
  const { data: instance } = useRead(getInstance)
  const money = (amount: number) => formatMoney(amount, instance?.currency ?? 'USD')
  return (
    <WhenLoaded read={read} what="The figures" waiting={<Waiting />}>
      {(data) => (
        <div className={grid}>
          <Stat label="Total Revenue" value={money(data.totalRevenue)} note="Paid by buyers, less refunds" />
          <Stat label="Platform Commission" value={money(data.platformCommission)} note="Our share of it" />
          <Stat label="Total Payouts" value={money(data.totalPayouts)} note="Sent or set aside this month" />
          <Stat label="Pending Payouts" value={money(data.pendingPayouts)} note="Ready to be paid now" />
          <Stat
            label="Creators"
            value={formatCount(data.creatorCount)}
            note="Who earned, or have something to be paid"
          />
        </div>
      )}
    </WhenLoaded>
  )
}

const grid = 'grid grid-cols-2 gap-3 sm:gap-[18px] lg:grid-cols-5 max-lg:*:last:col-span-2'

function Waiting() {
  return (
    <div role="status" className={grid}>
      <span className="sr-only">The figures are on their way</span>
      {['revenue', 'commission', 'payouts', 'pending', 'creators'].map((name) => (
        <Card key={name} className="grid gap-3 p-4 sm:p-[22px]">
          <Skeleton className="w-3/5" />
          <Skeleton className="h-8 w-4/5" />
          <Skeleton className="w-2/3" />
        </Card>
      ))}
    </div>
  )
}

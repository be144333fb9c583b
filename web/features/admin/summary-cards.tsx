import { getPayoutSummary } from '../../../contract/admin.ts'
import { getInstance } from '../../../contract/system.ts'
import { useRead } from '../../api/hooks.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stat } from '../../ui/stat.tsx'
import type { Period } from './month-picker.tsx'

/** What the month moved, in five figures. */
export function SummaryCards({ period }: { period: Period }) {
  const { data, error, refetch } = useRead(getPayoutSummary, { query: period })
  const { data: instance } = useRead(getInstance)
  if (error && !data)
    return <ErrorState title="The figures did not load" text={error.sentence} retry={() => void refetch()} />
  const money = (amount: number | undefined) =>
    amount === undefined ? (
      <Skeleton className="h-8 w-28" />
    ) : (
      formatMoney(amount, instance?.currency ?? 'USD')
    )
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-[18px] lg:grid-cols-5">
      <Stat label="Total Revenue" value={money(data?.totalRevenue)} note="Paid by buyers, less refunds" />
      <Stat label="Platform Commission" value={money(data?.platformCommission)} note="Our share of it" />
      <Stat label="Total Payouts" value={money(data?.totalPayouts)} note="Sent or set aside this month" />
      <Stat label="Pending Payouts" value={money(data?.pendingPayouts)} note="Ready to be paid now" />
      <Stat
        label="Creators"
        value={data ? data.creatorCount.toLocaleString('en-US') : <Skeleton className="h-8 w-16" />}
        note="In the table below"
      />
    </div>
  )
}

import { getEarningsStats } from '../../../../contract/earnings.ts'
import { useApiQuery } from '../../../api/query.ts'
import type { ResponseOf } from '../../../api/types.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

type Earnings = ResponseOf<typeof getEarningsStats>

export function EarningsSection() {
  const read = useApiQuery(getEarningsStats)
  return (
    <section id="earnings" aria-label="Earnings overview">
      <Card padding="none">
        <QueryState query={read} subject="Your earnings" skeleton={<EarningsSectionSkeleton />}>
          {(earnings) => <EarningsFigures earnings={earnings} />}
        </QueryState>
      </Card>
    </section>
  )
}

function EarningsFigures({ earnings }: { earnings: Earnings }) {
  const { availableBalance, pendingPayouts, totalEarnings, currency } = earnings
  const figures = [
    {
      name: 'Available Balance',
      amount: availableBalance,
      note: balanceCaption(earnings),
    },
    { name: 'Pending Payouts', amount: pendingPayouts, note: 'In transit, on hold or in dispute' },
    { name: 'Total Earnings', amount: totalEarnings, note: 'After fees and refunds' },
  ]
  return (
    <dl className={grid}>
      {figures.map(({ name, amount, note }) => (
        <div key={name} className={cell}>
          <dt className="text-ink-soft">{name}</dt>
          <dd className="mt-1 font-[650] font-display text-[1.6rem] tabular-nums leading-tight tracking-[-0.02em]">
            <span className={amount < 0 ? 'text-danger' : undefined}>{formatMoney(amount, currency)}</span>
          </dd>
          <dd className="mt-0.5 text-ink-faint text-sm">{note}</dd>
        </div>
      ))}
    </dl>
  )
}

function EarningsSectionSkeleton() {
  return (
    <div role="status" aria-label="Loading your earnings" className={grid}>
      {['available', 'pending', 'total'].map((name) => (
        <div key={name} className={cell}>
          <Skeleton shape="card" className="h-[76px]" />
        </div>
      ))}
    </div>
  )
}

const grid = 'm-0 grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] sm:grid-cols-3'
const cell =
  'border-line px-5 py-4 first:max-sm:col-span-full max-sm:not-first:border-t max-sm:last:border-l sm:not-first:border-l'

type Balance = Pick<Earnings, 'availableBalance' | 'currency' | 'minPayoutAmount'>

function balanceCaption({ availableBalance, currency, minPayoutAmount }: Balance): string {
  if (availableBalance < 0) return 'Refunded after a payout. Your next sales will cover it.'
  return availableBalance >= Number(minPayoutAmount)
    ? 'Ready for payout'
    : `Ready for payout from ${formatMoney(minPayoutAmount, currency)}`
}
